import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { OutputOf } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { type Act, flatActs, RowActs, widthOfActs } from '#web/feedback/Acts.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Cards } from '#web/records/Cards.tsx'
import { ListFrame } from '#web/records/frames.tsx'
import { Grid, type GridColumn } from '#web/records/Grid.tsx'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { schools } from '../model/platform.ts'
import { schoolStates } from '../model/school.ts'
import { daysText, studentsText } from './labels.ts'
import type { Opened } from './SchoolActs.tsx'
import '#web/records/records.css'

export type School = OutputOf<typeof schools>
const SchoolActs = lazily(() => import('./SchoolActs.tsx'))

/** 平台 → 学校: all schools of the installation, counts and dates. */
export default function SchoolsPage() {
  const narrow = useNarrow()
  const [opened, open] = useState<Opened>()
  const read = useQuery({
    queryKey: [...entityKey('tenant'), 'schools'],
    queryFn: ({ signal }) => get<School[]>(actionAddress(schools), {}, { signal, quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  const isLost = Boolean(read.error && !data)
  const acts = (school: School): Act[] => flatActs(actsOf(school, what => open({ what, school }))) as Act[]
  const shared = { label: t('学校'), columns: columns(), rows: data ?? [], isLoading: !data }
  return (
    <Page
      title={t('学校')}
      actions={
        <Button type="primary" icon={<Plus size={15} />} onClick={() => open({ what: 'open' })}>
          {t('开通学校')}
        </Button>
      }
    >
      <ListFrame>
        {isLost ? <Loading of={read} /> : null}
        {data?.length === 0 ? <Empty /> : null}
        {isLost || data?.length === 0 ? null : narrow ? (
          <Cards<School> {...shared} stateKey="state" acts={school => <RowActs acts={acts(school)} shown={1} />} />
        ) : (
          <Grid<School> {...shared} acts={school => <RowActs acts={acts(school)} />} actsWidth={widthOfActs((data ?? []).map(acts))} />
        )}
        <p className="ql-help ql-pager">{data ? t('共 {{total}} 条', { total: formatNumber(data.length) }) : ''}</p>
      </ListFrame>
      <Suspense>{opened ? <SchoolActs opened={opened} onClose={() => open(undefined)} /> : null}</Suspense>
    </Page>
  )
}
const columns = (): Array<GridColumn<School>> => [
  { key: 'schoolName', title: t('学校名称'), width: 200, align: 'left', cell: s => s.schoolName },
  { key: 'tenantId', title: t('学校编号'), width: 110, cell: s => s.tenantId },
  { key: 'edition', title: t('版本'), width: 110, cell: s => (s.isRegistered ? s.edition : t('未注册')) },
  { key: 'students', title: t('学生 / 上限'), width: 150, cell: s => studentsText(s.students, s.maxStudents) },
  {
    key: 'daysLeft',
    title: t('剩余天数'),
    width: 110,
    cell: s => <span className={(s.daysLeft ?? 99) < 30 ? 'ql-warn' : undefined}>{daysText(s.daysLeft)}</span>,
  },
  {
    key: 'state',
    title: t('状态'),
    width: 120,
    cell: s => (
      <StateTag of={schoolStates} state={s.state}>
        {s.erasedAt ? t('已清除') : undefined}
      </StateTag>
    ),
  },
  { key: 'lastSignIn', title: t('最近登录'), width: 168, cell: s => (s.lastSignIn ? formatDatetime(s.lastSignIn) : '—') },
  { key: 'contact', title: t('联系人'), width: 110, cell: s => s.contact ?? '—' },
]
/** Actions available in the school's state. */
function actsOf({ state, erasedAt }: School, open: (what: Exclude<Opened['what'], 'open'>) => void): Array<Act | false> {
  const isOpening = state === 'provisioning' || state === 'registering'
  const works = state === 'active' || state === 'grace' || state === 'limited'
  return [
    works && { label: t('续期'), onClick: () => open('renew') },
    isOpening && { label: t('开通进度'), onClick: () => open('progress') },
    works && { label: t('冻结'), onClick: () => open('freeze') },
    (state === 'frozen' || state === 'closed') && !erasedAt && { label: t('恢复'), onClick: () => open('restore') },
    state !== 'closed' && { label: t('关闭'), danger: true, onClick: () => open('close') },
  ]
}
