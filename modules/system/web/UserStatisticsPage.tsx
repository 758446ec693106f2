import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { UNUSED_DAYS, userStatistics } from '../model/user-actions.ts'

/** 系统管理 → 账号统计: accounts nobody uses, users of each role, and who holds a privileged one. */
export default function UserStatisticsPage() {
  const read = useRead(userStatistics, {})
  return (
    <Page title={t('账号统计')}>
      <Loaded of={read}>
        {data => (
          <>
            <Figures label={t('账号统计')}>
              <Figure label={t('启用的账号')} value={data.enabled} />
              <Figure label={t('{{n}} 天没有登录', { n: UNUSED_DAYS })} value={data.unused} />
              <Figure label={t('从未登录')} value={data.never} />
              <Figure label={t('特权用户')} value={data.privileged.length} />
            </Figures>
            <Sheet title={t('各角色人数')}>
              <PlainTable
                label={t('各角色人数')}
                rows={data.roles}
                keyOf={role => role.code}
                columns={[
                  [t('角色'), role => role.name, { isHead: true }],
                  [t('特权'), role => (role.privileged ? t('是') : '')],
                  [t('持有人数'), role => formatNumber(role.users), { isNumber: true }],
                ]}
              />
            </Sheet>
            <Sheet title={t('特权用户')}>
              <PlainTable
                label={t('特权用户')}
                rows={data.privileged}
                keyOf={one => one.id}
                isCardsOnPhone
                isLong
                columns={[
                  [t('姓名'), one => one.name, { isHead: true }],
                  [t('账号'), one => one.accountNo],
                  [t('角色'), one => one.roles],
                  [t('最近登录'), one => (one.lastLoginTime ? formatDatetime(one.lastLoginTime) : t('从未登录'))],
                ]}
              />
            </Sheet>
          </>
        )}
      </Loaded>
    </Page>
  )
}
