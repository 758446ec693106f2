import { Button, Input, Pagination } from 'antd'
import { ArrowLeft, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { NothingFound } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { noticePeople } from '../model/notice.ts'
import { raiseObjection } from '../model/objection.ts'
import style from './notices.module.css'

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
    <Button className={classes(style.back)} type="text" size="small" icon={<ArrowLeft size={16} />} onClick={onBack}>
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
    <Sheet label={data.title}>
      {back}
      <Row gap={3} spread="between" className={style.tools}>
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
    </Sheet>
  )
}
interface LinesProps {
  lines: readonly Line[]
  columns: People['columns']
  onObject: ((line: Line) => void) | undefined
}
function Lines({ lines, columns, onObject }: LinesProps) {
  return (
    <PlainTable
      label={t('名单')}
      isCardsOnPhone
      rows={lines}
      keyOf={line => line.id}
      columns={[
        ...columns.map((column, at) => [column.label, (line: Line) => <Value of={line} at={at} />, { key: column.key }] as const),
        onObject ? [t('提出异议'), line => <Raise line={line} onObject={onObject} />, { head: <span className="visually-hidden">{t('提出异议')}</span> }] : null,
      ]}
    />
  )
}
const Value = ({ of: { values, isMine }, at }: { of: Line; at: number }) => (
  <span>
    {values[at] || MISSING}
    {isMine && at === 0 ? <b className={style.own}>{t('（你）')}</b> : null}
  </span>
)
const Raise = ({ line, onObject }: { line: Line; onObject: (line: Line) => void }) => (
  <Button size="small" aria-label={t('对“{{who}}”的结果提出异议', { who: line.values[0] ?? '' })} onClick={() => onObject(line)}>
    {t('提出异议')}
  </Button>
)
