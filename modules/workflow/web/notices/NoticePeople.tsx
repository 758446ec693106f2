import { Button, Input, Pagination } from 'antd'
import { ArrowLeft, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { NothingFound } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { noticePeople } from '../../model/notice.ts'
import { raiseObjection } from '../../model/objection.ts'

type People = AnswerOf<typeof noticePeople>
type Line = People['lines'][number]
interface Props {
  noticeId: string
  mayObject: boolean
  onBack: () => void
  onRaised: () => void
}
/** People of one notice, the reader first, with the objection form. */
export function NoticePeople({ noticeId, mayObject, onBack, onRaised }: Props) {
  const [keyword, setKeyword] = useState('')
  const [current, setCurrent] = useState(1)
  const [about, setAbout] = useState<Line>()
  const asked = useDeferredValue(keyword.trim())
  const read = useRead(noticePeople, { noticeId, current, ...(asked ? { keyword: asked } : {}) }, { keeps: true })
  const { data } = read
  const back = (
    <Button className="notice-back" type="text" size="small" icon={<ArrowLeft size={16} />} onClick={onBack}>
      {t('全部公示')}
    </Button>
  )
  if (!data)
    return (
      <>
        {back}
        <Loading of={read} lines={10} failed={t('这份公示看不到，可能已经结束')} />
      </>
    )
  const { lines } = data
  return (
    <section className="ql-sheet notice-list" aria-label={data.title}>
      {back}
      <Row gap={3} spread="between" className="notice-tools">
        <div>
          <h2>{data.title}</h2>
          <p className="ql-quiet" role="status">
            {t('共 {{n}} 人，公示到 {{to}}', { n: formatNumber(data.total), to: formatDatetime(data.endAt) })}
          </p>
        </div>
        <Input
          allowClear
          prefix={<Search size={15} />}
          aria-label={t('在名单里查找')}
          placeholder={t('在名单里查找')}
          value={keyword}
          maxLength={40}
          onChange={event => {
            setKeyword(event.target.value)
            setCurrent(1)
          }}
        />
      </Row>
      {lines.length ? (
        <Lines lines={lines} columns={data.columns} onObject={mayObject ? setAbout : undefined} />
      ) : (
        <NothingFound label={t('公示对象')} conditions={1} onClear={() => setKeyword('')} />
      )}
      {data.total > data.size ? (
        <Row gap={0} spread="end">
          <Pagination current={current} total={data.total} pageSize={data.size} showSizeChanger={false} onChange={setCurrent} />
        </Row>
      ) : null}
      {about ? (
        <ActionForm
          of={raiseObjection}
          input={{ lineId: about.id }}
          title={t('对“{{who}}”的结果提出异议', { who: about.values[0] ?? '' })}
          done={t('异议已提出')}
          onDone={onRaised}
          onClose={() => setAbout(undefined)}
          note={t('只有处理人知道是谁提出的。处理期间这个人的结果先不生效，其他人不受影响。')}
        />
      ) : null}
    </section>
  )
}
interface LinesProps {
  lines: readonly Line[]
  columns: People['columns']
  onObject: ((line: Line) => void) | undefined
}
/** A table; cards on phones. */
function Lines({ lines, columns, onObject }: LinesProps) {
  const narrow = useNarrow()
  if (narrow)
    return (
      <ul className="notice-people">
        {lines.map(line => (
          <PersonLine key={line.id} line={line} columns={columns} onObject={onObject} />
        ))}
      </ul>
    )
  return (
    <div className="notice-scroll">
      <table className="ql-plain">
        <thead>
          <tr>
            {columns.map(column => (column ? <th key={column.key}>{column.label}</th> : null))}
            {onObject ? <th aria-label={t('提出异议')} /> : null}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              {columns.map((column, i) =>
                column ? (
                  <td key={column.key}>
                    {line.values[i] || '—'}
                    {line.isMine && i === 0 ? <b className="notice-own">{t('（你）')}</b> : null}
                  </td>
                ) : null,
              )}
              {onObject ? (
                <td>
                  <Raise line={line} onObject={onObject} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
const Raise = ({ line, onObject }: { line: Line; onObject: (line: Line) => void }) => (
  <Button size="small" aria-label={t('对“{{who}}”的结果提出异议', { who: line.values[0] ?? '' })} onClick={() => onObject(line)}>
    {t('提出异议')}
  </Button>
)
function PersonLine({ line, columns, onObject }: { line: Line } & Pick<LinesProps, 'columns' | 'onObject'>) {
  return (
    <li>
      <dl>
        {columns.map((column, i) =>
          column && line.values[i] ? (
            <div key={column.key} className={i === 0 ? 'notice-name' : ''}>
              <dt className={i === 0 ? 'visually-hidden' : ''}>{column.label}</dt>
              <dd>
                {line.values[i]}
                {line.isMine && i === 0 ? <b className="notice-own">{t('（你）')}</b> : null}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {onObject ? <Raise line={line} onObject={onObject} /> : null}
    </li>
  )
}
