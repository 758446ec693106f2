import { dictionary } from '#model'

/** Capacity and bathroom of a room; together with the building it determines the lodging price. */
export const roomType = dictionary('roomType', '房间类型', [
  ['twoBath', '双人间（独立卫浴）'],
  ['two', '双人间'],
  ['fourBath', '四人间（独立卫浴）'],
  ['four', '四人间'],
  ['sixBath', '六人间（独立卫浴）'],
  ['six', '六人间'],
  ['eightBath', '八人间（独立卫浴）'],
  ['eight', '八人间'],
])
export const bedType = dictionary('bedType', '床位类型', [
  ['upper', '上铺'],
  ['lower', '下铺'],
  ['loft', '上床下桌'],
  ['long', '加长床'],
])
export const orientation = dictionary('orientation', '朝向', [
  ['south', '朝南'],
  ['north', '朝北'],
  ['east', '朝东'],
  ['west', '朝西'],
])
