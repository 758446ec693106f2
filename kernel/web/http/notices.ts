/** How the client speaks to the person; the app puts antd's messages behind it. */
export interface Notifier {
  success(text: string): void
  warning(text: string): void
  error(text: string, description?: string): void
}
let notifier: Notifier = { success: () => {}, warning: () => {}, error: () => {} }
let last = { text: '', at: 0 }

export const setNotifier = (made: Notifier): void => {
  notifier = made
}
/** Five calls that fail for the same reason are one notice. */
function once(text: string): boolean {
  const now = Date.now()
  if (text === last.text && now - last.at < 3000) return false
  last = { text, at: now }
  return true
}
export const notify: Notifier = {
  success: text => notifier.success(text),
  warning: text => {
    if (once(text)) notifier.warning(text)
  },
  error: (text, description) => {
    if (once(text + (description ?? ''))) notifier.error(text, description)
  },
}
