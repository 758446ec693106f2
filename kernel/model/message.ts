/** Priority: `todo` and above ignore the user's notification settings, `urgent` also the quiet hours. */
export type MessageLevel = 'info' | 'todo' | 'important' | 'urgent'
export type Channel = 'inApp' | 'sms' | 'webPush' | 'wecom' | 'wechat' | 'email'

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
  /** Never leaves the program, whatever the school sets: its very subject tells something about its reader. */
  readonly staysInside?: true
}
export const messageEvent = (event: Omit<MessageEvent, 'channels'> & { channels?: MessageEvent['channels'] }): MessageEvent => ({ channels: [], ...event })
type Template = Omit<MessageEvent, 'code'>
/** The texts of one message. `more` are its variables besides those all have; `options` replace that it goes to the phone, by web push or WeCom, and say which variables are personal. */
export const template = (
  name: string,
  level: MessageLevel,
  title: string,
  content: string,
  more: MessageEvent['variables'] = {},
  options: Partial<Pick<MessageEvent, 'channels' | 'sensitivity' | 'staysInside'>> = {},
): Template => ({ name, level, title, content, variables: more, channels: ['webPush', 'wecom'], ...options })
/** The messages of a module about one kind of row, by the second part of their code; `about` describes the variables all of them have. */
export const messagesOf = <const M extends Readonly<Record<string, Template>>>(
  module: string,
  about: MessageEvent['variables'],
  messages: M,
): { readonly [K in keyof M]: MessageEvent } =>
  Object.fromEntries(Object.entries(messages).map(([code, one]) => [code, { ...one, code: `${module}.${code}`, variables: { ...about, ...one.variables } }])) as {
    [K in keyof M]: MessageEvent
  }
