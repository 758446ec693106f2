import { collegeFilter } from '#modules/campus/web/grades.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { payMonth, recoverGrant, resumeGrant, suspendGrant } from '../model/actions.ts'
import { grantStates, subsidyGrant } from '../model/grant.ts'
import { CHANGES } from './labels.ts'

/** 资助补助 → 资助记录: who gets what, what is paid, and what pauses or ends it. */
export default function GrantPage() {
  return (
    <EntityTable<typeof subsidyGrant>
      of={subsidyGrant}
      title={t('资助记录')}
      verbs={['export']}
      toolbar={<FormButton of={payMonth} input={{}} changes={CHANGES} note={t('这个月及以前还没有进发放单的，进入发放单；再办一次不会重复。')} done={t('正在生成')} />}
      columns={[
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 140 },
        { key: 'itemId', width: 150, align: 'left' },
        { key: 'xn', width: 110 },
        { key: 'level', width: 110 },
        { key: 'amount', width: 120 },
        { key: 'paid', width: 120 },
        { key: 'state', width: 100 },
        { key: 'suspendedFrom', width: 120 },
        { key: 'grantedOn', width: 120 },
        ...(['released', 'fundId', 'batchId', 'departmentId', 'reason', 'endedOn', 'seq'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['studentId', collegeFilter, 'itemId', 'level', 'state', 'grantedOn']}
      rowActions={row => (
        <>
          {grantStates.allows(row, 'suspend') ? <FormButton of={suspendGrant} input={{ id: row.id }} changes={CHANGES} /> : null}
          {grantStates.allows(row, 'resume') ? <FormButton of={resumeGrant} input={{ id: row.id }} changes={CHANGES} /> : null}
          {grantStates.allows(row, 'recover') && row.paid ? (
            <FormButton of={recoverGrant} input={{ id: row.id }} changes={CHANGES} danger note={t('不再发放，并给学生登记一笔应缴。')} />
          ) : null}
        </>
      )}
    />
  )
}
