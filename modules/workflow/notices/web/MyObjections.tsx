import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { myObjections, objectionStates, withdrawObjection } from '../model/objection.ts'
import style from './notices.module.css'

/** The reader's objections and their outcomes. */
export function MyObjections() {
  const read = useRead(myObjections, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length) return <Empty title={t('你没有提出过异议')} />
  return data.map(row => (
    <Sheet key={row.id} as="article" className={style.mine}>
      <header>
        <h2>{row.noticeTitle}</h2>
        <StateTag of={objectionStates} state={row.state} />
      </header>
      <p className="ql-quiet">
        {row.state === 'open'
          ? t('{{at}} 提出，{{due}}前答复', { at: formatDatetime(row.raisedAt), due: formatDate(row.dueOn) })
          : t('{{at}} 提出', { at: formatDatetime(row.raisedAt) })}
      </p>
      {row.target ? <p>{row.target}</p> : null}
      <blockquote>{row.grounds}</blockquote>
      {row.answer ? <p>{t('答复：{{answer}}', { answer: row.answer })}</p> : null}
      {row.state === 'open' ? (
        <div>
          <ActionButton of={withdrawObjection} input={{ id: row.id }} confirm={t('撤回后不再处理，公示期内还可以重新提出。')} />
        </div>
      ) : null}
    </Sheet>
  ))
}
