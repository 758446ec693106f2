import { Bell, CalendarDays, ClipboardList, FileText, LayoutGrid, ListChecks, Megaphone, Table } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import style from '../apps/apps.module.css'

export const title = '我的'
export const order = 5
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Links to the user's own pages. */
export default function MinePanel() {
  return (
    <Columns gap={2} min={128} isFixed isEven className={style.ownLinks}>
      <Link to="/personal/usertodo">
        <ListChecks {...icon} />
        {t('我的待办')}
      </Link>
      <Link to="/personal/mymessage">
        <Bell {...icon} />
        {t('我的消息')}
      </Link>
      <Link to="/personal/mynotice">
        <Megaphone {...icon} />
        {t('我的通知')}
      </Link>
      <Link to="/personal/usermoreapplys">
        <ClipboardList {...icon} />
        {t('我的申请')}
      </Link>
      <Link to="/personal/userschedule">
        <CalendarDays {...icon} />
        {t('我的日程')}
      </Link>
      <Link to="/personal/mylesson">
        <Table {...icon} />
        {t('我的课表')}
      </Link>
      <Link to="/personal/myfilelink">
        <FileText {...icon} />
        {t('我的文件')}
      </Link>
      <Link to="/personal/userapps">
        <LayoutGrid {...icon} />
        {t('我的应用')}
      </Link>
    </Columns>
  )
}
