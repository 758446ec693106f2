import { messageEvent } from '#model'

/** Notifications about the user's own account. */
export const newDevice = messageEvent({
  code: 'identity.newDevice',
  name: '新设备登录',
  level: 'important',
  variables: { device: '设备', address: '地址', at: '时间' },
  sensitivity: { address: 'S1' },
  title: '你的账号在新设备上登录',
  content: '你的账号于 {at} 在{device}上登录，地址 {address}。如果不是你本人，请立即修改密码，并在“我的设备”里结束这次登录。',
})
export const passwordChanged = messageEvent({
  code: 'identity.passwordChanged',
  name: '密码已修改',
  level: 'important',
  variables: { by: '谁改的', at: '时间' },
  title: '你的登录密码已修改',
  content: '你的登录密码于 {at} 由{by}修改，其他设备上的登录已结束。如果不是你本人要求的，请立即联系学校管理员。',
})
export const locked = messageEvent({
  code: 'identity.locked',
  name: '账号锁定',
  level: 'important',
  variables: { minutes: '锁定分钟数', address: '地址', at: '时间' },
  sensitivity: { address: 'S1' },
  title: '你的账号因连续输错密码被锁定',
  content: '{at}，有人在地址 {address} 连续输错你的密码，账号已锁定 {minutes} 分钟。如果不是你本人，建议修改密码。',
})
export const accountMessages = [newDevice, passwordChanged, locked] as const
