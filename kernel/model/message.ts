/** Priority: `todo` and above ignore the user's notification settings, `urgent` also the quiet hours. */
export type MessageLevel = 'info' | 'todo' | 'important' | 'urgent'
export type Channel = 'inApp' | 'sms' | 'wecom' | 'wechat' | 'email'

/** A notification type of a module. Channels and texts are defaults that a school can change. */
export interface MessageEvent {
  /** `module.whatHappened`. */
  readonly code: string
  readonly name: string
  readonly level: MessageLevel
  /** Variable → description, for editors of the template. */
  readonly variables: Readonly<Record<string, string>>
  /** Variables holding S1 or S2 values: in external channels S1 is masked and S2 omitted. */
  readonly sensitivity?: Readonly<Record<string, 'S1' | 'S2'>>
  /** Chinese template with `{variable}`; translated like other texts. */
  readonly title: string
  readonly content: string
  /** Channels besides the in-app message, which is always sent. */
  readonly channels: readonly Exclude<Channel, 'inApp'>[]
}
export const messageEvent = (event: Omit<MessageEvent, 'channels'> & { channels?: MessageEvent['channels'] }): MessageEvent => ({ channels: [], ...event })
