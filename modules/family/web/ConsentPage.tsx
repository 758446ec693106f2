import { PhoneCall, Printer, RotateCw, Signature } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { confirmPhone, resendConsent, witnessConsent } from '../model/actions.ts'
import { consentStates, guardianConsent } from '../model/guardian-consent.ts'

const VIEWS = {
  open: { label: '等家长答复', where: { state: 'sent' }, sort: ['-sentAt'] },
  toCheck: { label: '待核对', where: { state: 'toCheck' }, sort: ['-createdAt'] },
  answered: { label: '已答复', where: { state: 'answered' }, sort: ['-answeredAt'] },
  all: { label: '全部', sort: ['-createdAt'] },
} as const
/** 家校联系 → 监护人同意 */
export default function ConsentPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof guardianConsent>
      of={guardianConsent}
      title={t('监护人同意')}
      views={views}
      columns={[
        { key: 'asks', width: 300, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'guardianId', width: 110, align: 'left' },
        { key: 'phone', width: 130 },
        { key: 'state', width: 120 },
        { key: 'sentAt', width: 150 },
        { key: 'expiresAt', width: 150, hidden: views.view === 'answered' },
        { key: 'answer', width: 90, hidden: views.view === 'open' || views.view === 'toCheck' },
        { key: 'answeredAt', width: 150, hidden: views.view === 'open' || views.view === 'toCheck' },
        { key: 'channel', width: 110, hidden: views.view === 'open' || views.view === 'toCheck' },
        ...(['detail', 'signature', 'witnessId', 'proof', 'checkedById', 'createdAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['studentId', 'state', 'answer']}
      filters={['studentId', 'state', 'answer', 'channel', 'sentAt']}
      rowActions={row => [
        consentStates.allows(row, 'confirmPhone') ? (
          <ActionButton
            key="confirm"
            of={confirmPhone}
            input={{ id: row.id }}
            icon={<PhoneCall size={15} />}
            confirm={t('这个电话最近登记或改过。请先打电话确认接听的是监护人本人；号码不对的，先到学生的家庭成员里改正。')}
            done={t('已发送链接')}
          />
        ) : null,
        consentStates.allows(row, 'resend') ? (
          <ActionButton
            key="resend"
            of={resendConsent}
            input={{ id: row.id }}
            icon={<RotateCw size={15} />}
            confirm={t('原来的链接作废，重新发一条到登记的电话。')}
            done={t('已重新发送')}
          />
        ) : null,
        consentStates.allows(row, 'witness') ? (
          <PrintButton key="print" of={guardianConsent} template="guardianConsent" label={t('监护人同意书')} ids={[row.id]} icon={<Printer size={15} />} />
        ) : null,
        consentStates.allows(row, 'witness') ? <FormButton key="witness" of={witnessConsent} input={{ id: row.id }} icon={<Signature size={15} />} done={t('已登记')} /> : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('请监护人同意的事：发链接、核对电话、登记书面或视频同意。'),
  who: t('辅导员、学院和学工处；监护人没有账号，只能打开自己收到的链接。'),
  first: t('“待核对”里，最近改过号码的先打电话核对，再发送；没有电话的，登记书面或视频同意。'),
})
