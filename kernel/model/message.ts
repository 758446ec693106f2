/** How strongly a message asks to be read: `todo` and above reach people whatever they have switched off, `urgent` at night, too. */
export type MessageLevel = 'info' | 'todo' | 'important' | 'urgent'
export type Channel = 'inApp' | 'sms' | 'wecom' | 'wechat' | 'email'

/** Something a module tells people. Channels and texts are its defaults; a school sets its own. */
export interface MessageEvent {
  /** `module.whatHappened`. */
  readonly code: string
  readonly name: string
  readonly level: MessageLevel
  /** Variable → what it is, for who edits the text. */
  readonly variables: Readonly<Record<string, string>>
  /** Variables with personal (S1) or sensitive (S2) values: outside the program the former are shortened, the latter left out. */
  readonly sensitivity?: Readonly<Record<string, 'S1' | 'S2'>>
  /** Chinese with `{variable}`; translated like every text. */
  readonly title: string
  readonly content: string
  /** Beside the in-app message, which is always sent. */
  readonly channels: readonly Exclude<Channel, 'inApp'>[]
}
export const messageEvent = (event: Omit<MessageEvent, 'channels'> & { channels?: MessageEvent['channels'] }): MessageEvent => ({ channels: [], ...event })
