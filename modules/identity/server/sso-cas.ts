import { SaxesParser } from 'saxes'
import { askSource, bodyJson, valueAt, withQuery } from './sso-call.ts'
import { doorRefusal, type External, type SourceRow } from './sso-settings.ts'

const TICKET = /^[\x21-\x7e]{8,256}$/

/** Validates a ticket with the CAS server (CAS 3.0, `/p3/serviceValidate`). Single use, for this service only. */
export async function validateTicket(source: SourceRow, ticket: string, service: string): Promise<External> {
  if (!TICKET.test(ticket)) throw invalid(source)
  const answer = await askSource(source, withQuery(source.validateUrl ?? '', { service, ticket }))
  const json = bodyJson(answer)
  const said = json ? fromJson(json) : fromXml(answer.body.toString('utf8'))
  if (answer.status !== 200 || !said) throw invalid(source)
  const all = { user: said.user, ...said.attributes }
  const id = valueAt(all, source.subjectPath || 'user')
  if (!id) throw doorRefusal(400, 'noSubject', '“{name}”的回答里没有账号，请联系管理员', { name: source.name })
  return { id, name: valueAt(all, 'name') ?? valueAt(all, 'cn') ?? null, raw: all }
}
const invalid = (source: SourceRow) => doorRefusal(400, 'ticket', '“{name}”的登录票据无效或已使用，请重新登录', { name: source.name })

interface Said {
  user: string
  attributes: Record<string, string>
}
function fromJson(json: Record<string, unknown>): Said | undefined {
  const success = (json.serviceResponse as { authenticationSuccess?: { user?: unknown; attributes?: Record<string, unknown> } } | undefined)?.authenticationSuccess
  if (typeof success?.user !== 'string') return undefined
  const attributes = Object.entries(success.attributes ?? {}).map(([key, value]) => [key, String([value].flat()[0] ?? '')])
  return { user: success.user, attributes: Object.fromEntries(attributes) }
}
/** Parses the success of a `serviceResponse`; a failure or any other structure gives undefined. */
function fromXml(xml: string): Said | undefined {
  const texts = xmlTexts(xml)
  const at = 'serviceResponse/authenticationSuccess/'
  const user = texts?.find(([path]) => path === `${at}user`)?.[1]
  if (!texts || !user || texts.some(([path]) => path.startsWith('serviceResponse/authenticationFailure'))) return undefined
  const attributes = texts.filter(([path]) => path.startsWith(`${at}attributes/`)).map(([path, text]) => [path.slice(`${at}attributes/`.length), text])
  return { user, attributes: Object.fromEntries(attributes) }
}
/** Text of every element by its path without namespace prefixes; undefined if not well-formed. The parser resolves no external entities. */
export function xmlTexts(xml: string): Array<[path: string, text: string]> | undefined {
  const found: Array<[string, string]> = []
  const path: string[] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', tag => {
    path.push(tag.local)
    text = ''
  })
  parser.on('text', part => {
    text += part
  })
  parser.on('cdata', part => {
    text += part
  })
  parser.on('closetag', () => {
    if (text.trim()) found.push([path.join('/'), text.trim()])
    path.pop()
    text = ''
  })
  parser.on('error', error => {
    throw error
  })
  try {
    parser.write(xml).close()
    return found
  } catch {
    return undefined
  }
}
/** The ticket of a single sign-out request (`samlp:SessionIndex`). */
export function ticketOfLogout(xml: string): string | undefined {
  const ticket = xmlTexts(xml)?.find(([path]) => path === 'LogoutRequest/SessionIndex')?.[1]
  return ticket && TICKET.test(ticket) ? ticket : undefined
}
