import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useMe } from '#web/session/index.ts'
import { reopenVerification, settleDoubt } from '../model/actions.ts'
import { idVerification, verifyResults } from '../model/verification.ts'

const VIEWS = {
  doubt: { label: '存疑', where: { result: 'doubt' } },
  fail: { label: '不通过', where: { result: 'fail' } },
  all: { label: '全部' },
} as const

/** 迎新 → 核验记录: doubts first, which another person settles. */
export default function VerificationPage() {
  const views = useView(VIEWS)
  const { userId } = useMe().detail
  return (
    <EntityTable<typeof idVerification>
      of={idVerification}
      title={t('核验记录')}
      views={views}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'result', width: 90 },
        { key: 'faults', width: 160, align: 'left' },
        { key: 'reason', width: 240, align: 'left' },
        { key: 'method', width: 100 },
        { key: 'verifier', width: 120 },
        { key: 'at', width: 160 },
        { key: 'second', width: 120 },
        { key: 'secondAt', hidden: true },
        { key: 'batchId', hidden: true },
        { key: 'pointId', hidden: true },
      ]}
      facts={['result', 'reason']}
      filters={['batchId', 'result', 'method', 'studentId.departmentId', 'at']}
      rowActions={row => (
        <>
          {verifyResults.allows({ state: row.result }, 'settle') && row.verifier !== userId ? <FormButton of={settleDoubt} input={{ id: row.id }} /> : null}
          {verifyResults.allows({ state: row.result }, 'reopen') ? (
            <FormButton of={reopenVerification} input={{ id: row.id }} danger note={t('回到存疑，由核验人以外的人复核。')} />
          ) : null}
        </>
      )}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('核验存疑的新生，由另一名老师复核；不通过的由招生办处理。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('点“存疑”里的一个人，看照片和疑点，写明情况后复核。'),
})
