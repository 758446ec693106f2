import { action, date, datetime, text } from '#model'

const need = { required: true } as const
/** Hours of a day of which the figures of a screen are kept. */
export const snapshotHours = action('screen.bigScreen.hours', '留存的整点', {
  method: 'GET',
  permission: 'screen:screenDevice:list',
  many: true,
  input: { screen: text('大屏', { ...need, max: 60 }), day: date('日期', need) },
  output: { at: datetime('整点', need) },
  refusals: { unknownScreen: '没有名为“{screen}”的大屏' },
})
