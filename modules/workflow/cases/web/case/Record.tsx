import { Paperclip } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDatetime, MISSING, plainDatetime } from '#web/values/format.ts'
import { LOG_ACTIONS } from '../../model/instance.ts'
import { CommentBox } from './CommentBox.tsx'
import style from './case.module.css'
import type { Case, CaseLog } from './types.ts'

/** The record of the case, newest first, with the comment box. */
export function CaseRecord({ c }: { c: Case }) {
  return (
    <Sheet title={t('审批记录和沟通')} className={style.sheet}>
      {c.can.includes('comment') ? <CommentBox c={c} /> : null}
      <Timeline
        label={t('审批记录和沟通')}
        events={[...c.logs].reverse().map(log => ({
          key: log.id,
          at: formatDatetime(log.at),
          exact: plainDatetime(log.at),
          tone: log.isForced ? 'refused' : null,
          what: <Act log={log} />,
          more: <Said log={log} />,
        }))}
      />
      <Copies c={c} />
    </Sheet>
  )
}
/** 李 代 王 同意 */
const whoOf = (log: CaseLog): string => {
  const who = log.actorName ?? t('系统')
  return log.onBehalfOfName ? t('{{who}} 代 {{whom}}', { who, whom: log.onBehalfOfName }) : who
}
const Act = ({ log }: { log: CaseLog }) => (
  <p className={log.isForced ? `${style.log} ${style.forced}` : style.log}>
    <b>{whoOf(log)}</b>
    <span>{t(LOG_ACTIONS[log.action])}</span>
    {log.to ? <span>{t('→ {{to}}', { to: log.to })}</span> : null}
    {log.nodeName ? <small>{log.nodeName}</small> : null}
  </p>
)
const Said = ({ log }: { log: CaseLog }) => (
  <div className={style.said}>
    {log.opinion ? <blockquote>{log.opinion}</blockquote> : null}
    {log.diff.length ? (
      <ul>
        {log.diff.map(change => (
          <li key={change.label}>
            {change.label}
            {t('：')}
            <del>{change.from || MISSING}</del>
            {' → '}
            {change.to || MISSING}
          </li>
        ))}
      </ul>
    ) : null}
    {log.files?.length ? (
      <span className={style.files}>
        {log.files.map(file => (
          <FileLink key={file.id} id={file.id}>
            <Paperclip size={14} aria-hidden="true" />
            {file.name}
          </FileLink>
        ))}
      </span>
    ) : null}
  </div>
)
/** Recipients of copies, and who has read them. */
function Copies({ c: { cc } }: { c: Case }) {
  if (!cc.length) return null
  return (
    <div className={style.copies}>
      <h3>{t('抄送 {{n}} 人，{{read}} 人已读', { n: cc.length, read: cc.filter(copy => copy.readAt).length })}</h3>
      <p>
        {cc.map(copy => (
          <span
            key={`${copy.name} ${copy.sentAt}`}
            title={copy.readAt ? t('{{time}} 已读', { time: formatDatetime(copy.readAt) }) : t('未读')}
            className={copy.readAt ? style.read : undefined}
          >
            {copy.name}
          </span>
        ))}
      </p>
    </div>
  )
}
