import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { Desk } from './desk/Desk.tsx'
import { PointPage } from './public/PointPage.tsx'

/** 迎新 → 现场办理: pick the point, scan, confirm; then the next. */
export default function DeskPage() {
  return <PointPage title={t('现场办理')}>{point => <Desk key={point.id} point={point} />}</PointPage>
}
export const about: PageFile['about'] = () => ({
  use: t('在办理点扫学生手机上的迎新码，看能不能办，一按办结。'),
  who: t('办理点的工作人员。'),
  first: t('选办理点，扫码；没有网络时扫的会先存在手机里，有网络再上传。'),
})
