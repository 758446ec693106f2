import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { urgeCase, withdrawCase } from '../../../cases/model/decide.ts'
import { CASE_CHANGES } from '../public/MyApplication.tsx'

/** What an applicant does from the list of all their applications. */
export default function ApplicationActs({ instanceId, can }: { instanceId: string; can: readonly string[] }) {
  const shared = { input: { instanceId }, changes: [...CASE_CHANGES, 'application'] }
  return (
    <>
      {can.includes('urge') ? <ActionButton of={urgeCase} {...shared} done={t('已催办')} /> : null}
      {can.includes('withdraw') ? (
        <ActionButton of={withdrawCase} {...shared} confirm={t('撤回后这份申请不再审批，可以另外申请。')}>
          {t('撤回')}
        </ActionButton>
      ) : null}
    </>
  )
}
