import { Sheet } from '#web/feedback/Sheet.tsx'
import { pictureLink } from '#web/files/links.ts'
import { Value } from '#web/forms/Cell.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EXEMPT_STATES, EXEMPTS } from '../../model/application.ts'
import { ownInfo, saveFiles, saveInfo } from '../../model/own-actions.ts'
import { CHANGES } from '../changes.ts'
import { mayEdit, type StepProps } from './mine.ts'

const LISTED = ['name', 'category', 'school', 'canton'] as const
const FREE = ['politicalCode', 'phone', 'address', 'guardian'] as const

/** 30-EA1: what the province has told of somebody is shown, not asked. */
export function Information({ of, row, applicant }: StepProps) {
  const given = { ...Object.fromEntries([...LISTED, ...FREE].flatMap(name => (applicant[name] ? [[name, applicant[name]]] : []))) }
  const fixed = applicant.isListed ? Object.fromEntries(LISTED.flatMap(name => (applicant[name] ? [[name, applicant[name]]] : []))) : {}
  const asked = [...LISTED, ...FREE].filter(name => !(name in fixed))
  return (
    <Sheet title={t('2. 个人信息')}>
      <p>
        {applicant.name}　{applicant.category ? <Value field={ownInfo.category} value={applicant.category} fieldName="category" /> : null}　{applicant.school}
      </p>
      <p className="ql-quiet">{[applicant.phone, applicant.address].filter(Boolean).join('　') || t('还没有填写')}</p>
      {mayEdit(of, row, 'saveInfo') ? (
        <FormButton
          of={saveInfo}
          input={{ id: row.id, ...fixed }}
          initial={given}
          layout={asked}
          changes={CHANGES}
          note={applicant.isListed ? t('姓名、类别、学校和生源地来自省招办名单，不能改；有误请联系招生办。') : t('手机号用来接收验证码和通知。')}
        >
          {t('填写')}
        </FormButton>
      ) : null}
    </Sheet>
  )
}
/** The photo, and what is needed for an exemption or a room of one's own. */
export function Materials({ of, row, applicant }: StepProps) {
  const [photo] = applicant.photoId ?? []
  return (
    <Sheet title={t('3. 照片和材料')}>
      {photo ? <img src={pictureLink(photo, 200)} alt={t('照片')} width={120} /> : <p className="ql-quiet">{t('还没有照片')}</p>}
      {row.exempt === 'none' ? null : (
        <p>
          {t(EXEMPTS[row.exempt])}　{row.exemptState ? t(EXEMPT_STATES[row.exemptState]) : null}　{row.exemptNote}
        </p>
      )}
      <p className="ql-quiet">{t('证明材料 {{n}} 份', { n: row.proofs?.length ?? 0 })}</p>
      {mayEdit(of, row, 'saveFiles') ? (
        <FormButton
          of={saveFiles}
          input={{ id: row.id }}
          initial={{ photoId: applicant.photoId ?? [], exempt: row.exempt, proofs: row.proofs ?? [], special: row.special ?? '' }}
          changes={CHANGES}
          note={t('本人近期免冠证件照。退役军人、竞赛获奖者申请免试，须上传证明。')}
        >
          {t('填写')}
        </FormButton>
      ) : null}
    </Sheet>
  )
}
