import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import type { QualifyActions } from '../model/round-qualify.ts'
import { ConditionsEditor } from './public/ConditionsEditor.tsx'
import style from './rounds.module.css'

type Preview = AnswerOf<QualifyActions['qualify']>
interface Props {
  of: Entity
  actions: QualifyActions
  id: string
  name: string
  onClose: () => void
}
/** Preview of a round: audience by college, how many qualify, and reasons. */
export function QualifyPanel({ of, actions, id, name, onClose }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [college, setCollege] = useState<string>()
  const [failing, setFailing] = useState<string>()
  const [current, setCurrent] = useState(1)
  const read = useRead(actions.qualify, { id, current, ...(college ? { college } : {}), ...(failing ? { failing } : {}) }, { keeps: true })
  const { data } = read
  const narrowBy = (set: (value: string | undefined) => void) => (value: string | undefined) => {
    set(value)
    setCurrent(1)
  }
  return (
    <Panel open size={720} title={t('“{{name}}”的预览名单', { name })} onClose={onClose}>
      {data ? (
        <Stack className={style.part}>
          <p role="status">
            {data.met === data.total
              ? t('共 {{n}} 人，都符合条件。', { n: formatNumber(data.total) })
              : t('共 {{n}} 人，{{met}} 人符合条件，{{not}} 人不符合。', { n: formatNumber(data.total), met: formatNumber(data.met), not: formatNumber(data.total - data.met) })}
          </p>
          {isEditing ? (
            <ConditionsEditor of={of} save={actions.saveConditions} mayFreeze id={id} conditions={data.own ?? []} onClose={() => setEditing(false)} />
          ) : (
            <>
              <Conditions conditions={data.conditions} failing={failing} onPick={narrowBy(setFailing)} />
              {data.mayEdit ? <Button onClick={() => setEditing(true)}>{t('修改条件')}</Button> : null}
            </>
          )}
          <Colleges colleges={data.colleges} />
          <Row gap={3} className={style.filters}>
            <Select
              allowClear
              aria-label={t('二级学院')}
              placeholder={t('全部学院')}
              value={college}
              onChange={narrowBy(setCollege)}
              options={data.colleges.flatMap(c => (c?.id ? [{ value: c.id, label: c.name }] : []))}
            />
            <span className="ql-quiet">{t('名单 {{n}} 人', { n: formatNumber(data.found) })}</span>
          </Row>
          <People people={data.people} />
          {data.found > data.size ? (
            <Row gap={0} spread="end">
              <Pagination current={current} total={data.found} pageSize={data.size} showSizeChanger={false} onChange={setCurrent} />
            </Row>
          ) : null}
        </Stack>
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Panel>
  )
}
interface ConditionsProps {
  conditions: Preview['conditions']
  failing: string | undefined
  onPick: (name: string | undefined) => void
}
const Conditions = ({ conditions, failing, onPick }: ConditionsProps) => (
  <ul className={style.entries}>
    {conditions.map(c => (
      <li key={c.name}>
        <span>{t(c.name)}</span>
        <small>{c.isFrozen ? t('{{says}}（按发布时的情况）', { says: c.says }) : c.says}</small>
        {c.failed ? (
          <Button size="small" aria-pressed={failing === c.name} onClick={() => onPick(failing === c.name ? undefined : c.name)}>
            {failing === c.name ? t('看全部') : t('看 {{n}} 个不符合的', { n: formatNumber(c.failed) })}
          </Button>
        ) : (
          <State tone="done">{t('都符合')}</State>
        )}
      </li>
    ))}
  </ul>
)
const Colleges = ({ colleges }: { colleges: Preview['colleges'] }) => (
  <PlainTable
    label={t('二级学院')}
    rows={colleges}
    keyOf={c => c.id ?? '-'}
    columns={[
      [t('二级学院'), c => c.name],
      [t('人数'), c => formatNumber(c.total)],
      [t('符合'), c => formatNumber(c.met)],
      [t('不符合'), c => formatNumber(c.total - c.met)],
    ]}
  />
)
function People({ people }: { people: Preview['people'] }) {
  if (!people.length) return <Empty title={t('没有这样的人')} />
  return (
    <ul className={style.entries}>
      {people.map(p => (
        <li key={p.id}>
          <span>{p.name}</span>
          <small>{p.place ?? '—'}</small>
          {p.changed.map(text => (
            <small key={text} className="ql-quiet">
              {text}
            </small>
          ))}
          {p.isMet ? <State tone="done">{t('符合')}</State> : <State tone="attention">{t('未满足：{{why}}', { why: p.why.filter(Boolean).join(t('；')) })}</State>}
        </li>
      ))}
    </ul>
  )
}
