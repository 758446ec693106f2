import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { ClaimRounds } from '#modules/dormitory/claims/web/public/ClaimRounds.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { Placement } from './mine/Placement.tsx'
import { Room } from './mine/Room.tsx'

/** 迎新 → 宿舍: what is lacking, the countdown, the choice of a bed, and a bed that was given. */
export default function MyDormPage() {
  return (
    <RealmPage title={t('宿舍')}>
      <Placement />
      <Room />
      <ClaimRounds feePage="/welcome/fees" otherwise={<Empty title={t('选床位的时间定了会出现在这里')} />} />
    </RealmPage>
  )
}
