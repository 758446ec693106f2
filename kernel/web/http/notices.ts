/** Confirmation of an action that loses something. */
export interface Question {
  title: string
  content: string
  okText: string
  cancelText: string
  onOk: () => void
}
/** Shows messages to the user; implemented with antd by the app. */
export interface Notifier {
  success(text: string, description?: string): void
  warning(text: string): void
  /** `stays`: shown until dismissed. */
  error(text: string, description?: string, stays?: boolean): void
  ask(question: Question): void
}
let notifier: Notifier = { success: () => {}, warning: () => {}, error: () => {}, ask: () => {} }
let last = { text: '', at: 0 }

export const setNotifier = (made: Notifier): void => {
  notifier = made
}
/** Deduplicates: several calls failing for the same reason show one message. */
function once(text: string): boolean {
  const now = Date.now()
  if (text === last.text && now - last.at < 3000) return false
  last = { text, at: now }
  return true
}
export const notify: Notifier = {
  success: (text, description) => notifier.success(text, description),
  warning: text => {
    if (once(text)) notifier.warning(text)
  },
  error: (text, description, stays) => {
    if (once(text + (description ?? ''))) notifier.error(text, description, stays)
  },
  ask: question => notifier.ask(question),
}
