import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { type ShownView, useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { greenFigures } from '../model/application.ts'
import { greenChannel } from '../model/green-channel.ts'

const VIEWS = {
  all: { label: '全部' },
  running: { label: '缓缴中', where: { state: 'approved', 'deferred.ge': 1 } },
  codes: { label: '有贷款回执', where: { hasLoanCode: true } },
  colleges: { label: '按学院' },
} as const

/** 迎新 → 绿色通道: who enrols first and pays later, and what that amounts to. */
export default function GreenPage() {
  const views = useView(VIEWS)
  if (views.view === 'colleges') return <Colleges views={views} />
  return (
    <EntityTable<typeof greenChannel>
      of={greenChannel}
      title={t('绿色通道')}
      views={views}
      toolbar={<ApprovalsLink of="greenChannel" />}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'departmentId', width: 160 },
        { key: 'total', width: 110 },
        { key: 'deferred', width: 110 },
        { key: 'until', width: 120 },
        { key: 'hasLoanCode', width: 100 },
        { key: 'onSite', width: 100 },
        { key: 'state', width: 110 },
      ]}
      facts={['total', 'deferred', 'until']}
      filters={['studentId', 'departmentId', 'until', 'onSite', 'state']}
      detail={{ except: ['lines'] }}
    />
  )
}
function Colleges({ views }: { views: ShownView<keyof typeof VIEWS> }) {
  const read = useRead(greenFigures, {})
  return (
    <Page title={t('绿色通道')} views={<ViewSwitch of={views} />}>
      <Loaded of={read} empty={rows => rows.length === 0 && t('还没有人申请')}>
        {rows => (
          <FieldsTable
            of={greenFigures.output}
            rows={rows.flatMap(row => row ?? [])}
            columns={['department', 'people', 'pending', 'onSite', 'granted', 'deferred']}
            label={t('绿色通道')}
          />
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('暂时缴不上费用的新生先入学、以后再缴：申请、审批、缓缴到哪天、缴了多少。'),
  who: t('学工处、招生办看全校，学院和辅导员看并审批自己的学生；申请原因要写明理由才能看。'),
  first: t('“有贷款回执”里核对回执验证码；到期前 14 天和 3 天会提醒学生。'),
})
