import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { presenceBoard } from '../model/actions.ts'
import { presenceStates, STATE_NAMES } from '../model/presence-state.ts'

type Group = NonNullable<AnswerOf<typeof presenceBoard>['classes'][number]>
const EVERY_MS = 60_000
export const about: PageFile['about'] = () => ({
  use: t('全体在籍学生此刻各在哪里，合计等于在籍人数。'),
  who: t('各人看到自己范围内的学生；学院再看到各班。'),
  first: t('点数字看名单；先看“应返未返”和“去向不明”。'),
})
const listOf = (more: Readonly<Record<string, string | null>>): string => {
  const params = new URLSearchParams(Object.entries(more).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return `/presence/states?${params}`
}
/** 在校概况: tiles by state, then colleges, classes and buildings. */
export default function BoardPage() {
  const [params, , put] = useOwnParams()
  const departmentId = params.get('departmentId')
  const read = useRead(presenceBoard, departmentId ? { departmentId } : {}, { keeps: true, every: EVERY_MS })
  return (
    <Page title={t('在校概况')} actions={departmentId ? <Button onClick={() => put({ departmentId: null })}>{t('全部学院')}</Button> : null}>
      <Loaded of={read} lines={8} empty={data => !data.all.total && t('范围里没有在籍学生')}>
        {data => (
          <>
            {data.silent.length ? (
              <Alert type="warning" showIcon title={t('门禁失联：{{names}}。补传之前，住在这里的学生状态都待核实。', { names: data.silent.join(t('、')) })} />
            ) : null}
            <Figures label={t('各状态人数')}>
              <Figure label={t('在籍学生')} value={data.all.total} to={listOf({ departmentId })} />
              {STATE_NAMES.map(state => (
                <Figure key={state} label={t(presenceStates.labels[state])} value={data.all[state]} to={listOf({ state, departmentId })} />
              ))}
            </Figures>
            {data.colleges.length ? (
              <Groups
                title={t('各学院')}
                head={t('学院')}
                rows={data.colleges}
                by="departmentId"
                name={g =>
                  g.id ? (
                    <Button type="link" onClick={() => put({ departmentId: g.id })}>
                      {g.name ?? MISSING}
                    </Button>
                  ) : (
                    t('未填写')
                  )
                }
              />
            ) : null}
            {data.classes.length ? <Groups title={t('各班')} head={t('班级')} rows={data.classes} by="classId" name={g => g.name ?? t('未填写')} /> : null}
            <Groups title={t('各宿舍楼')} head={t('宿舍楼')} rows={data.dorms} by="dormId" name={g => g.name ?? t('没有床位')} />
            <p className="ql-quiet">{t('{{at}} 的情况', { at: formatDatetime(data.at) })}</p>
          </>
        )}
      </Loaded>
    </Page>
  )
}
interface GroupsProps {
  title: string
  head: string
  rows: ReadonlyArray<Group | null>
  /** Filter of the list that a number opens. */
  by: string
  name: (of: Group) => React.ReactNode
}
function Groups({ title, head, rows, by, name }: GroupsProps) {
  return (
    <Sheet title={title}>
      <PlainTable
        label={title}
        rows={rows}
        keyOf={g => g.id ?? ''}
        isLong
        columns={[
          [head, name, { isHead: true }],
          [t('在籍学生'), g => g.total, { isNumber: true }],
          ...STATE_NAMES.map(
            state =>
              [
                t(presenceStates.labels[state]),
                (g: Group) => (g[state] && g.id ? <Link to={listOf({ state, [by]: g.id })}>{g[state]}</Link> : g[state] || ''),
                { isNumber: true },
              ] as const,
          ),
        ]}
      />
    </Sheet>
  )
}
