import { messageEvent } from '#model'

const about = { name: '设备', place: '位置' }
/** Notifications to the user who paired a screen. */
export const SCREEN_MESSAGES = {
  silent: messageEvent({
    code: 'screen.deviceSilent',
    name: '大屏失联',
    level: 'important',
    variables: { ...about, minutes: '分钟' },
    title: '大屏“{name}”失联',
    content: '{place}的大屏“{name}”已 {minutes} 分钟没有连接，请看看电源和网络。',
  }),
  expiring: messageEvent({
    code: 'screen.keyExpiring',
    name: '大屏授权将到期',
    level: 'important',
    variables: { ...about, expiresAt: '到期日' },
    title: '大屏“{name}”的授权将到期',
    content: '{place}的大屏“{name}”授权到 {expiresAt} 为止，可以在大屏设备里改有效期。',
  }),
  foreign: messageEvent({
    code: 'screen.foreignAddress',
    name: '大屏授权码在别处使用',
    level: 'urgent',
    variables: { ...about, ip: '地址' },
    title: '大屏“{name}”的授权码在别处使用',
    content: '有人从 {ip} 使用{place}的大屏“{name}”的授权码，已拒绝。如果授权码已经泄露，请撤销后重新配对。',
  }),
} as const
