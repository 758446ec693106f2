import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { admissionFunnel } from '../model/actions.ts'

type Funnel = AnswerOf<typeof admissionFunnel>
type Group = NonNullable<Funnel['byMajor'][number]>
const STEPS = [
  ['admitted', '录取'],
  ['intended', '确认来校'],
  ['arrived', '已报到'],
  ['reviewed', '初审通过'],
  ['enrolled', '已入学'],
] as const
const SIDES = [
  ['declined', '放弃入学', 'declined'],
  ['late', '延期报到', 'late'],
  ['reserved', '保留入学资格', 'reserved'],
  ['notReported', '未报到', 'notReported'],
  ['disqualified', '取消入学资格', 'disqualified'],
] as const

/** 录取与入学 → 入学确认: how far the admitted of a year have come. */
export default function BoardPage() {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('year')) || null
  const read = useRead(admissionFunnel, asked ? { year: asked } : {})
  const years = read.data?.years ?? []
  return (
    <Page
      title={t('入学确认')}
      actions={
        years.length ? (
          <Select
            aria-label={t('年份')}
            value={read.data?.year}
            options={years.map(value => ({ value, label: t('{{year}} 级', { year: value }) }))}
            onChange={year => setParams({ year: String(year) }, { replace: true })}
          />
        ) : null
      }
    >
      <Loaded of={read} empty={data => data.admitted === 0 && t('还没有导入录取名单')}>
        {data => <Board of={data} />}
      </Loaded>
    </Page>
  )
}
function Board({ of }: { of: Funnel }) {
  const list = (more: string): string => `/admission/roll?year=${of.year}${more}`
  return (
    <>
      <Figures label={t('入学确认')}>
        <Figure label={t('录取')} value={of.admitted} to={list('')} />
        {SIDES.map(([key, label, state]) => (
          <Figure key={key} label={t(label)} value={of[key]} to={list(`&state=${state}`)} />
        ))}
      </Figures>
      <Sheet title={t('进度')}>
        <RankBars label={t('各环节的人数')} bars={STEPS.map(([key, label]) => ({ key, label: t(label), value: of[key] }))} />
      </Sheet>
      <Groups title={t('按专业')} rows={of.byMajor} />
      <Groups title={t('按省份')} rows={of.byProvince} />
    </>
  )
}
const Groups = ({ title, rows }: { title: string; rows: ReadonlyArray<Group | null> }) => (
  <Sheet title={title}>
    <PlainTable
      label={title}
      rows={rows}
      keyOf={r => r.key}
      isLong
      columns={[
        [t('名称'), r => r.label, { isHead: true }],
        ...STEPS.map(([key, label]) => [t(label), (r: Group) => r[key], { isNumber: true }] as const),
        ...SIDES.map(([key, label]) => [t(label), (r: Group) => r[key], { isNumber: true }] as const),
      ]}
    />
  </Sheet>
)
