import { messagesOf, template } from '#model'

const about = { name: '设备', place: '位置' }
/** Notifications to the user who paired a screen. */
export const SCREEN_MESSAGES = messagesOf(
  'screen',
  {},
  {
    deviceSilent: template(
      '大屏失联',
      'important',
      '大屏“{name}”失联',
      '{place}的大屏“{name}”已 {minutes} 分钟没有连接，请看看电源和网络。',
      { ...about, minutes: '分钟' },
      { channels: [] },
    ),
    keyExpiring: template(
      '大屏授权将到期',
      'important',
      '大屏“{name}”的授权将到期',
      '{place}的大屏“{name}”授权到 {expiresAt} 为止，可以在大屏设备里改有效期。',
      { ...about, expiresAt: '到期日' },
      { channels: [] },
    ),
    foreignAddress: template(
      '大屏授权码在别处使用',
      'urgent',
      '大屏“{name}”的授权码在别处使用',
      '有人从 {ip} 使用{place}的大屏“{name}”的授权码，已拒绝。如果授权码已经泄露，请撤销后重新配对。',
      { ...about, ip: '地址' },
      { channels: [] },
    ),
  },
)
