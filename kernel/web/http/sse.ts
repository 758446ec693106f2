/** One event of a stream of server-sent events. */
export interface ServerEvent {
  event: string
  data: string
}
/** Incremental parser of server-sent events; comments and unknown fields are skipped. */
export function eventReader(take: (event: ServerEvent) => void): (piece: string) => void {
  let rest = ''
  let now: ServerEvent = { event: '', data: '' }
  const line = (text: string) => {
    if (text === '') {
      if (now.event || now.data) take({ event: now.event || 'message', data: now.data })
      now = { event: '', data: '' }
      return
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') now.event = value
    else if (field === 'data') now.data += (now.data && '\n') + value
  }
  return piece => {
    rest += piece
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) line(text)
  }
}
