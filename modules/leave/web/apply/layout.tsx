import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { Preview } from '../Outcome.tsx'

/** Fields besides type and time; inapplicable ones are hidden. */
export const detailLayout = (preview: Preview | undefined): FormLayout => [
  {
    fields: [
      { field: 'reason', help: t('写清楚去做什么，老师据此审批') },
      { field: 'proofs', help: preview?.needsProof ? t('这次须上传证明') : t('有证明可以上传') },
      {
        field: 'proofPromised',
        help: t('返校起 {{n}} 天内补交', { n: preview?.proofLaterDays ?? 0 }),
        when: v => Boolean(preview?.needsProof && preview.proofLaterDays) && !(v.proofs as unknown[] | undefined)?.length,
      },
      { field: 'examConfirmed', when: () => Boolean(preview?.exams.length) },
    ],
  },
  {
    title: '去向',
    fields: [
      'leavesCampus',
      { field: 'leavesCity', when: v => v.leavesCampus === true },
      { field: 'cantonCode', required: true, when: v => v.leavesCampus === true, render: props => <CantonPicker {...props} /> },
      { field: 'address', when: v => v.leavesCampus === true },
      { field: 'transport', when: v => v.leavesCampus === true },
      { field: 'companion', when: v => v.leavesCampus === true },
    ],
  },
  {
    title: '联系',
    fields: [
      'contactName',
      'contactPhone',
      { field: 'guardianInformed', help: t('{{n}} 天起须先告知家长', { n: preview?.guardianDays ?? 0 }), when: () => preview?.needsGuardian === true },
    ],
  },
]
