import { dictionary } from '#model'

export const bank = dictionary('bank', '银行', {
  1: '工商银行',
  2: '农业银行',
  3: '中国银行',
  4: '建设银行',
  5: '交通银行',
  6: '邮储银行',
  7: '招商银行',
  8: '农村商业银行',
  9: '城市商业银行',
  99: '其他银行',
})
export const fundSource = dictionary('fundSource', '经费来源', { central: '中央财政', provincial: '省级财政', school: '学校', donor: '社会捐赠' })
