import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { byRecorder } from '../model/record-actions.ts'
import { RecordDesk } from './RecordDesk.tsx'

export const about: PageFile['about'] = () => ({
  use: t('被指定为记分员的人，在这里给自己的班级或楼栋登记加减分。'),
  who: t('宿舍管理员、任课教师、班干部，由学工处或团委指定。'),
  first: t('选项目，扫学生卡或输入学号，填原因后登记。登记错了 10 分钟内可以撤销。'),
})
/** 我的记分 */
export default function RecorderPage() {
  return <RecordDesk of={byRecorder} title={t('我的记分')} nothing={t('你现在不是记分员')} />
}
