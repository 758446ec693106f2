import { Button, Input, Typography } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { makeAddress, revokeAddress, scheduleAddress } from '../../model/schedule.ts'
import style from '../desk.module.css'

/** Secret address for calendar clients: shown once, revocable. */
export function Subscribe({ onClose }: { onClose: () => void }) {
  const { data } = useRead(scheduleAddress, {})
  const [path, setPath] = useState<string>()
  const make = useAct(makeAddress, { done: false, onDone: answer => setPath(answer.path) })
  const stop = useAct(revokeAddress, { done: t('订阅地址已停用'), onDone: () => setPath(undefined) })
  const address = path && `${location.origin}${path}`
  return (
    <Dialog
      open
      title={t('在手机日历中订阅')}
      onClose={onClose}
      width={480}
      verb={data?.isMade ? t('换一个地址') : t('生成地址')}
      busy={make.isPending}
      onAct={() => make.mutate({})}
      leave={t('关闭')}
      extra={
        data?.isMade ? (
          <Button danger type="text" loading={stop.isPending} onClick={() => stop.mutate({})}>
            {t('停用#verb')}
          </Button>
        ) : null
      }
    >
      <p>{t('把专用地址加到手机或电脑的日历里，就能看到日程、课表和校历。只包含标题和时间，知道地址的人都能看到，请勿转发。')}</p>
      {make.error ? <Refused what={t('没有生成')} error={make.error} /> : null}
      {address ? (
        <>
          <Input readOnly value={address} aria-label={t('订阅地址')} onFocus={event => event.target.select()} />
          <Typography.Paragraph copyable={{ text: address, tooltips: false }} className={classes(style.quiet)}>
            {t('地址只显示这一次')}
          </Typography.Paragraph>
        </>
      ) : data?.isMade ? (
        <p className={style.quiet}>
          {t('已于 {{time}} 开通，{{read}}', {
            time: formatDatetime(data.createdAt ?? ''),
            read: data.readAt ? t('最近读取 {{time}}', { time: formatDatetime(data.readAt) }) : t('还没有日历读取过'),
          })}
        </p>
      ) : null}
    </Dialog>
  )
}
