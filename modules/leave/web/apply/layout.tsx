import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { Preview } from '../Outcome.tsx'

export interface Asks {
  preview: Preview | undefined
  proofLaterDays: number
  guardianDays: number
}
/** What is asked beside type and time; what does not apply stays away. */
export const detailLayout = ({ preview, proofLaterDays, guardianDays }: Asks): FormLayout => [
  {
    fields: [
      { field: 'reason', help: t('写清楚去做什么，老师据此审批') },
      { field: 'proofs', help: preview?.needsProof ? t('这次须上传证明') : t('有证明可以上传') },
      {
        field: 'proofPromised',
        help: t('返校起 {{n}} 天内补交', { n: proofLaterDays }),
        when: v => Boolean(preview?.needsProof) && proofLaterDays > 0 && !(v.proofs as unknown[] | undefined)?.length,
      },
      { field: 'examConfirmed', when: () => Boolean(preview?.exams.length) },
    ],
  },
  {
    title: '去向',
    fields: [
      'leavesCampus',
      { field: 'leavesCity', when: v => v.leavesCampus === true },
      { field: 'cantonCode', when: v => v.leavesCampus === true, render: props => <CantonPicker {...props} /> },
      { field: 'address', when: v => v.leavesCampus === true },
      { field: 'transport', when: v => v.leavesCampus === true },
      { field: 'companion', when: v => v.leavesCampus === true },
    ],
  },
  {
    title: '联系',
    fields: ['contactName', 'contactPhone', { field: 'guardianInformed', help: t('{{n}} 天起须先告知家长', { n: guardianDays }), when: () => preview?.needsGuardian === true }],
  },
]
