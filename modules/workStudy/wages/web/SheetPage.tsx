import { useState } from 'react'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { adjustLine, correctLine, makeAllSheets, makeSheet, sheetStates, submitSheet, wageLine, wageSheet } from '../model/sheet.ts'

const VIEWS = { sheets: { label: '工资表#many' }, lines: { label: '工资明细#many' } } as const
const CHANGES = ['wageSheet', 'wageLine', 'hourEntry']

export const about: PageFile['about'] = () => ({
  use: t('每个单位每个月的工资表：谁做了几小时，应发多少。'),
  who: t('用工单位编制并提交，学工处和财务处审批。'),
  first: t('先把工时确认完再编制；提交以前可以反复编制，奖励和扣减要写原因。'),
})
/** 工资表: the months of units, and their lines. */
export default function SheetPage() {
  const views = useView(VIEWS)
  const [sheet, setSheet] = useState<{ id: string; title: string; state: keyof typeof sheetStates.labels }>()
  if (views.view === 'lines') return <Lines views={views} />
  return (
    <>
      <EntityTable<typeof wageSheet>
        of={wageSheet}
        title={t('工资表')}
        views={views}
        verbs={['export', 'remove']}
        toolbar={
          <>
            <ApprovalsLink of="wageSheet" />
            <FormButton of={makeAllSheets} input={{}} changes={CHANGES} done={t('已编制')} />
            <FormButton of={makeSheet} input={{}} type="primary" changes={CHANGES} done={t('已编制')} />
          </>
        }
        onOpen={row => setSheet(row)}
        columns={[
          { key: 'title', align: 'left' },
          { key: 'month', width: 90 },
          { key: 'people', width: 80 },
          { key: 'hours', width: 90 },
          { key: 'base', width: 110 },
          { key: 'bonus', width: 100 },
          { key: 'deduction', width: 100 },
          { key: 'net', width: 120 },
          { key: 'state', width: 100 },
          { key: 'unitId', hidden: true },
          { key: 'tax', hidden: true },
          { key: 'fundId', hidden: true },
          { key: 'makerId', hidden: true },
        ]}
        filters={['unitId', 'month', 'state']}
        facts={['people', 'hours', 'net']}
        rowActions={row => [
          sheetStates.allows(row, 'make') ? (
            <ActionButton key="make" of={makeSheet} input={{ unitId: row.unitId, month: row.month }} changes={CHANGES} done={t('已重新编制')}>
              {t('重新编制')}
            </ActionButton>
          ) : null,
          <ActionButton
            key="submit"
            of={submitSheet}
            input={{ id: row.id }}
            confirm={t('“{{title}}”{{people}} 人，应发 {{net}}，提交审批后不能再编制。', { title: row.title, people: row.people, net: formatMoney(row.net) })}
          />,
        ]}
      />
      <Panel open={sheet !== undefined} title={sheet?.title} onClose={() => setSheet(undefined)} size={720}>
        {sheet ? <Lines sheetId={sheet.id} /> : null}
      </Panel>
    </>
  )
}
function Lines({ sheetId, views }: { sheetId?: string; views?: ReturnType<typeof useView> }) {
  return (
    <EntityTable<typeof wageLine>
      of={wageLine}
      title={sheetId ? t('工资明细#many') : t('工资表')}
      isPart={sheetId !== undefined}
      {...(sheetId ? { where: { sheetId } } : {})}
      {...(views ? { views: views as never } : {})}
      columns={[
        { key: 'studentId', align: 'left' },
        { key: 'engagementId', hidden: true },
        { key: 'studentNo', hidden: sheetId !== undefined },
        { key: 'unitId', hidden: true },
        { key: 'sheetId', hidden: true },
        { key: 'month', width: 90 },
        { key: 'kind', width: 80 },
        { key: 'hours', width: 80 },
        { key: 'rate', width: 90 },
        { key: 'base', width: 100 },
        { key: 'bonus', width: 90 },
        { key: 'deduction', width: 90 },
        { key: 'net', width: 100 },
        { key: 'tax', hidden: true },
        { key: 'payMode', hidden: true },
        { key: 'bonusReason', hidden: true },
        { key: 'deductionReason', hidden: true },
        { key: 'reason', hidden: true },
        { key: 'paidOn', hidden: true },
      ]}
      filters={sheetId ? [] : ['unitId', 'month', 'kind']}
      facts={['month', 'hours', 'net']}
      rowActions={row => [
        row.kind === 'hours' && !row.paidOn ? (
          <FormButton
            key="adjust"
            of={adjustLine}
            input={{ id: row.id }}
            initial={{ bonus: row.bonus, bonusReason: row.bonusReason, deduction: row.deduction, deductionReason: row.deductionReason }}
            changes={CHANGES}
          />
        ) : null,
        <FormButton key="correct" of={correctLine} input={{ id: row.id }} note={t('已经审批的不再修改，差额列入这个单位的下一张工资表。')} changes={CHANGES} />,
      ]}
    />
  )
}
