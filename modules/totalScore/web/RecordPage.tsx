import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { byStaff } from '../model/record-actions.ts'
import { RecordDesk } from './RecordDesk.tsx'

export const about: PageFile['about'] = () => ({
  use: t('给一个学生或一批学生加分、扣分。扣分当时通知学生。'),
  who: t('学工处、团委、学院、辅导员和班主任给自己范围内的学生登记；其他人由学工处指定为记分员，在“我的记分”里登记。'),
  first: t('选项目和分值，扫学生卡或输入学号，也可以加入整个班级。登记错了 10 分钟内可以撤销。'),
})
/** 加减分登记 */
export default function RecordPage() {
  return <RecordDesk of={byStaff} title={t('加减分登记')} nothing={t('没有可以登记的项目，请先到考核项目里设置，并启用方案')} />
}
