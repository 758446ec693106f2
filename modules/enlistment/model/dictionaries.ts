import { dictionary } from '#model'

/** Why somebody has no claim to the state's aid (40-E2). The program finds `waived` and `targeted` itself. */
export const militaryRefusal = dictionary('militaryRefusal', '不予资助的情形', {
  waived: '在校期间已免除全部学费',
  targeted: '定向生、委托培养生',
  cadet: '国防生或者军队委托培养',
  partTime: '非全日制学生',
  other: '国家规定的其他情形',
})
export const WAIVED = 'waived'
export const TARGETED = 'targeted'

/** Why a path ended before its time. */
export const enlistEnd = dictionary('enlistEnd', '终止原因', {
  unfit: '体检不合格',
  political: '政治考核不合格',
  notChosen: '未被批准入伍',
  personal: '本人放弃',
  health: '入伍后因身体原因退兵',
  fraud: '隐瞒病史或者弄虚作假',
  refusal: '拒服兵役',
  misconduct: '违纪违法',
  notBack: '逾期或者不再复学',
})
