import { Button } from 'antd'
import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { board } from '../model/actions.ts'

type Board = AnswerOf<typeof board>
type Group = NonNullable<Board['groups'][number]>
const COLUMNS = [
  ['total', '应到'],
  ['intended', '确认来校'],
  ['information', '信息采集'],
  ['planned', '到站登记'],
  ['paid', '缴费'],
  ['bed', '宿舍'],
  ['goods', '物品'],
  ['arrived', '到校'],
  ['done', '办完'],
] as const
const EVERY_MS = 10_000

/** 迎新 → 进度看板: college, major, class, and whom to call. */
export default function BoardPage() {
  const [params, , put] = useOwnParams()
  const [batchId, departmentId, majorId] = [params.get('batchId'), params.get('departmentId'), params.get('majorId')]
  const read = useRead(board, { ...(batchId && { batchId }), ...(departmentId && { departmentId }), ...(majorId && { majorId }) }, { every: EVERY_MS })
  return (
    <Page
      title={t('进度看板')}
      actions={<RefSelect to="welcomeBatch" aria-label={t('批次')} value={batchId ?? read.data?.batchId} allowClear={false} onChange={id => put({ batchId: id ?? undefined })} />}
    >
      <Loaded of={read} empty={of => of.total === 0 && t('还没有新生')}>
        {of => <Shown of={of} put={put} />}
      </Loaded>
    </Page>
  )
}
function Shown({ of, put }: { of: Board; put: (part: Record<string, string | undefined>) => void }) {
  const [departmentId, majorId] = [of.departmentName, of.majorName]
  const open = (id: string | null) => put(departmentId ? { majorId: id ?? undefined } : { departmentId: id ?? undefined })
  const field = majorId ? 'studentId.classId' : departmentId ? 'studentId.majorId' : 'studentId.departmentId'
  const listOf = (id: string | null): string => `/welcomes/calls?batchId=${of.batchId}${id ? `&${field}=${id}` : ''}`
  const groups = of.groups.flatMap(g => g ?? [])
  return (
    <>
      <Figures label={t('进度看板')}>
        <Figure label={t('应到')} value={of.total} />
        <Figure label={t('到校')} value={of.arrived} />
        <Figure label={t('到校率')} value={`${percentOf(of.arrived, of.total) ?? 0}%`} />
        <Figure label={t('办完')} value={of.done} />
        <Figure label={t('未到校')} value={of.total - of.arrived} to={listOf(null)} />
      </Figures>
      <Sheet
        title={of.majorName ?? of.departmentName ?? t('按学院')}
        actions={departmentId ? <Button onClick={() => put(majorId ? { majorId: undefined } : { departmentId: undefined })}>{t('返回上一级')}</Button> : null}
      >
        <PlainTable
          label={t('进度看板')}
          rows={groups}
          keyOf={g => g.id ?? ''}
          isLong
          columns={[
            [
              majorId ? t('班级') : departmentId ? t('专业') : t('学院'),
              g =>
                majorId || !g.id ? (
                  g.name
                ) : (
                  <Button type="link" onClick={() => open(g.id)}>
                    {g.name}
                  </Button>
                ),
              { isHead: true },
            ],
            ...COLUMNS.map(([key, label]) => [t(label), (g: Group) => g[key], { isNumber: true }] as const),
            [t('未到校'), g => (g.id ? <Link to={listOf(g.id)}>{g.total - g.arrived}</Link> : g.total - g.arrived), { isNumber: true }],
          ]}
        />
      </Sheet>
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各学院、专业、班级到了多少人，办到哪一步。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('点学院看专业，再看班级；点“未到校”的人数打电话联系。'),
})
