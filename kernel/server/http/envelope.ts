import { type Issue, Refusal } from '#model'
import type { Lang } from '../context.ts'
import { formatIssue, translate } from '../i18n/translate.ts'

export interface Envelope {
  code: number
  success: boolean
  msg: string
  data: unknown
  traceId: string
  errors?: Array<Issue & { msg: string }>
}
export const success = (data: unknown, traceId: string, lang: Lang): Envelope => ({ code: 200, success: true, msg: translate(lang, '成功'), data, traceId })

const CODE_TEXTS: Record<number, string> = {
  400: '请求的内容不对',
  401: '登录已失效，请重新登录',
  403: '没有这项操作的权限',
  404: '没有这条记录，或不在你的数据范围内',
  409: '数据已被别人改过',
  422: '不符合规则',
  423: '已锁定',
  428: '请先完成必要的步骤',
  429: '操作太频繁，请稍后再试',
  500: '系统出错，请把编号 {traceId} 告诉管理员',
  503: '服务暂时不可用，请稍后再试',
}
/** Most issues listed in a response; `msg` counts the others. */
const MAX_ISSUES = 100
/** A refusal as a response: always HTTP 400 with its own body code, except 401, 500 and 503. */
export function refused(refusal: Refusal, traceId: string, lang: Lang): { status: number; body: Envelope } {
  const errors = refusal.issues.slice(0, MAX_ISSUES).map(issue => ({ ...issue, msg: formatIssue(lang, issue) }))
  const shown = errors
    .slice(0, 3)
    .map(e => e.msg)
    .join(lang === 'en' ? '; ' : '；')
  const more = refusal.issues.length > 3 ? translate(lang, '（另有 {n} 处）').replace('{n}', String(refusal.issues.length - 3)) : ''
  const msg = shown ? shown + more : translate(lang, CODE_TEXTS[refusal.code] ?? '').replace('{traceId}', traceId)
  const status = refusal.code === 401 || refusal.code === 500 || refusal.code === 503 ? refusal.code : 400
  return {
    status,
    body: { code: refusal.code, success: false, msg, data: refusal.data ?? null, traceId, errors: errors.map(({ text: _text, ...rest }) => rest) as Envelope['errors'] & object },
  }
}
/** Infrastructure errors by code and by the driver's message: database unreachable or out of resources, disk full or failing. */
const GONE_CODES = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|57P|08|53|ENOSPC|EDQUOT|EROFS|EIO$)/
const GONE_WORDS = /Connection terminated|timeout exceeded when trying to connect|terminating connection|not queryable|use a pool after calling end/i
/** Maps other errors to refusals: a lost database or a full disk is 503, never 401; a malformed request 400; anything else is a defect. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (GONE_CODES.test(code ?? '') || GONE_WORDS.test(message ?? '')) return new Refusal(503, [])
  if (statusCode === 413) return new Refusal(400, [{ rule: 'http.tooLarge', text: '请求的内容太大' }])
  if (statusCode === 429) return new Refusal(429, [])
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal(400, [{ rule: 'http.malformed', text: '请求的内容不是有效的 JSON 或表单' }])
  return new Refusal(500, [])
}
