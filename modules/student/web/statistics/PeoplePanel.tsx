import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { genderCode } from '#model/national.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { rangeText } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { people } from '../../model/statistics.ts'
import { type StudentStatus, studentStates } from '../../model/status.ts'
import { StudentName } from '../StudentName.tsx'
import type { Ask, OpenLists } from './people.ts'
import style from './statistics.module.css'

const SIZE = 50

/** Students behind a figure, in a side panel. */
export default function PeoplePanel({ title, lists, onClose }: OpenLists & { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [label, setLabel] = useState(lists[0]?.label)
  const shown = lists.find(l => l.label === label) ?? lists[0]
  return (
    <Panel open={isOpen} title={title} size={720} onClose={() => setOpen(false)} afterClose={onClose}>
      {lists.length > 1 && shown ? (
        <Segmented className={classes(style.statLists)} options={lists.map(l => l.label)} value={shown.label} onChange={setLabel} aria-label={t('名单')} />
      ) : null}
      {shown ? <People key={shown.label} ask={shown.ask} /> : null}
    </Panel>
  )
}
function People({ ask }: { ask: Ask }) {
  const [current, setCurrent] = useState(1)
  const genders = useDict(genderCode)
  const read = useRead(people, { ...ask, current, size: SIZE }, { keeps: true })
  return (
    <Loaded of={read} lines={8}>
      {data => (
        <>
          <p className={`ql-quiet ${style.statBehind}`}>
            {ask.since ? t('{{from}}之后至{{to}}', { from: formatDate(ask.since), to: formatDate(ask.asOf) }) : t('截至{{date}}', { date: formatDate(ask.asOf) })}
            {data.hidden ? t('；另有 {{n}} 人计入数字，但不在你现在的数据范围内', { n: formatNumber(data.hidden) }) : ''}
          </p>
          {data.rows.length ? (
            <PlainTable
              isLong
              label={t('名单')}
              rows={data.rows}
              keyOf={r => r.id ?? ''}
              columns={[
                [t('姓名'), r => <StudentName id={r.id}>{r.name}</StudentName>, { isHead: true }],
                [t('学号'), r => r.studentNo ?? '—'],
                [t('性别'), r => dictLabel(genders, r.genderCode ?? '')],
                [t('院系'), r => r.departmentName ?? '—'],
                [t('班级'), r => r.className ?? '—'],
                [t('学籍状态'), r => <StateTag of={studentStates} state={r.status as StudentStatus} />],
              ]}
            />
          ) : (
            <p>{t('名单里没有你能看到的学生')}</p>
          )}
          {(data.total ?? 0) > SIZE ? (
            <div className={style.statPager}>
              <span role="status">{rangeText(current, SIZE, data.total ?? 0)}</span>
              <Pagination current={current} pageSize={SIZE} total={data.total ?? 0} showSizeChanger={false} onChange={setCurrent} />
            </div>
          ) : null}
        </>
      )}
    </Loaded>
  )
}
