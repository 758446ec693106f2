import { BadgeCheck, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Parts } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { registerFor, registrationTask, scanRegister } from '../model/actions.ts'
import { batchActions, batchPreview, registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'

/** 学籍 → 学期注册: board by class, how each student stands, and the batches. */
export default function RegistrationPage() {
  return (
    <TaskPage
      title={t('学期注册')}
      processType="registration"
      round={t('批次')}
      nothing={t('还没有发布过注册批次')}
      board={id => (
        <TaskBoard
          key={id}
          of={registrationTask}
          id={id}
          words={{ expected: t('应注册'), answered: t('已办理'), lacking: t('未注册') }}
          acts={classId => <Link to={`/standing/registrations?tab=list&round=${id}&classId=${classId}&state=unregistered`}>{t('在名单里登记或导出')}</Link>}
          columns={[
            [t('已注册'), c => c.registered],
            [t('暂缓'), c => c.deferred],
          ]}
        >
          {data => (
            <Parts>
              {data.byReason.length ? (
                <Sheet title={t('未注册的原因')}>
                  <RankBars label={t('人数')} bars={data.byReason.map(r => ({ key: r.label, label: r.label, value: r.count }))} />
                </Sheet>
              ) : null}
              <Trend
                title={t('注册进度')}
                label={t('每天已注册的比例')}
                points={ratesOf(data)}
                at={p => p.label}
                percentFrom={0}
                series={[{ name: t('已注册（%）'), of: p => p.rate }]}
              />
              {data.recurring.length ? (
                <ListSheet of={registrationTask.board.output.recurring} rows={data.recurring} columns={['name', 'className', 'terms', 'deferrals']} />
              ) : null}
            </Parts>
          )}
        </TaskBoard>
      )}
      answers={(id, heading) => <Records key={id} batchId={id} {...heading} />}
      of={registrationBatch}
      actions={batchActions}
      qualify={batchPreview}
      columns={[{ key: 'selfAllowed', width: 120 }]}
      fields={[{ title: '注册', fields: ['selfAllowed', 'deferTo'] }]}
      initial={{ audience: { roles: ['student'] }, selfAllowed: true }}
    />
  )
}
/** How many per cent of those expected had registered by the end of each day. */
function ratesOf({ byDay, expected }: Pick<AnswerOf<typeof registrationTask.board>, 'byDay' | 'expected'>): Array<{ label: string; rate: number }> {
  let sum = 0
  return byDay.flatMap(d => {
    if (!d) return []
    sum += d.count
    return { label: d.label, rate: percentOf(sum, expected) ?? 0 }
  })
}
function Records({ batchId, views, toolbar }: { batchId: string; views: ReactNode; toolbar: ReactNode }) {
  return (
    <EntityTable<typeof registrationRecord>
      of={registrationRecord}
      title={t('学期注册')}
      views={views}
      toolbar={
        <>
          {toolbar}
          <FormButton of={scanRegister} input={{ batchId }} icon={<ScanLine size={15} />} note={t('扫描或输入学生证上的学号')} done={t('已登记')}>
            {t('扫码注册')}
          </FormButton>
        </>
      }
      where={{ batchId }}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'classId', width: 128 },
        { key: 'state', width: 110 },
        { key: 'method', width: 100 },
        { key: 'at', width: 160 },
        { key: 'blockedBy', width: 220, align: 'left' },
        { key: 'deferUntil', width: 120 },
        ...(['departmentId', 'triedAt', 'deferReason', 'deferrals', 'byId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['state', 'at', 'classId']}
      filters={['studentId', collegeFilter, 'classId', 'state', 'method', 'at', 'deferUntil']}
      batchActions={rows => (
        <ActionButton
          of={registerFor}
          input={{ batchId, studentIds: rows.map(r => r.studentId) }}
          icon={<BadgeCheck size={15} />}
          confirm={t('登记 {{n}} 名学生注册，不符合条件的不登记', { n: rows.length })}
          done={t('已登记')}
        >
          {t('登记注册')}
        </ActionButton>
      )}
    />
  )
}
