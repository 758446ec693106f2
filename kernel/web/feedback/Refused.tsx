import { OctagonX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { type ApiRefusal, failureText, isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import './feedback.css'

/** Inline error of a refusal: what failed, the rule with its values, what to do. Never a toast. */
export function Refused({ what, error, todo }: { what: string; error: unknown; todo?: ReactNode }) {
  const sentences = refusalTexts(error)
  const place = useRef<HTMLDivElement>(null)
  // it may be outside the viewport, and a second refusal must be seen as well
  useWhenChanged(error, () => place.current?.scrollIntoView({ block: 'nearest' }))
  return (
    <div className="ql-refusal" role="alert" ref={place}>
      <OctagonX size={18} />
      <div>
        <b>{sentences.length === 1 ? t('{{what}}：{{reason}}', { what, reason: sentences[0] }) : what}</b>
        {sentences.length > 1 ? (
          <ul>
            {sentences.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : null}
        <p>{todo ?? advice(error)}</p>
      </div>
    </div>
  )
}
/** Distinct sentences of a refusal, at most ten. */
export function refusalTexts(error: unknown): string[] {
  if (!isRefusal(error)) return [failureText(error)]
  const texts = error.errors.filter(e => e.msg).map(e => (e.row ? t('第 {{row}} 行：{{msg}}', { row: e.row, msg: e.msg }) : e.msg))
  return texts.length ? [...new Set(texts)].slice(0, 10) : [error.message]
}
/** Advice by kind of refusal. */
function advice(error: unknown): string | null {
  if (!isRefusal(error)) return t('你填的内容还在，可以稍后再试')
  const known: Partial<Record<number, string>> = {
    403: t('需要这项权限时，请联系学校管理员'),
    404: t('它可能已被删除，或不在你的数据范围内'),
    409: t('请重新打开后再试'),
    429: waitText(error),
    500: error.traceId ? t('请把编号告诉管理员：{{traceId}}', { traceId: error.traceId }) : '',
  }
  return known[error.code] || null
}
function waitText(error: ApiRefusal): string {
  const wait = Number((error.data as { retryAfter?: unknown } | null)?.retryAfter)
  return Number.isFinite(wait) && wait > 0 ? t('请 {{seconds}} 秒后再试', { seconds: Math.ceil(wait) }) : t('请稍后再试')
}
