import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'

export interface Asks {
  /** 20-DT2: past the submission hour. */
  needsProof: boolean
  submitBefore: string
  /** Contact fields: shown only if the record has none, or on request. */
  showsMore: boolean
}
/** Four fields: time, place, address, reason. Known data is collapsed. */
export const tempLayout = ({ needsProof, submitBefore, showsMore }: Asks): FormLayout => [
  {
    fields: [
      { field: 'address', help: t('写到门牌号，宿管看不到') },
      { field: 'reason', help: t('写清楚为什么不在宿舍住') },
    ],
  },
  { fields: [{ field: 'proofs', help: t('已过当天 {{time}}，紧急情况请上传证明', { time: submitBefore }), when: () => needsProof }, { field: 'guardianInformed' }] },
  {
    title: '联系',
    fields: [
      { field: 'contactName', when: () => showsMore },
      { field: 'contactPhone', when: () => showsMore },
      { field: 'companion', when: () => showsMore },
      { field: 'cantonCode', when: () => showsMore, render: props => <CantonPicker {...props} /> },
    ],
  },
]
