import { dictionary } from '#model'

/** 材料种类 of a student's paper file. */
export const archiveMaterialKind = dictionary('archiveMaterialKind', '档案材料', [
  ['highSchool', '高中学籍材料'],
  ['gaokao', '高考登记与体检'],
  ['enrolment', '入学登记表'],
  ['grades', '学籍成绩表'],
  ['award', '奖励材料'],
  ['punishment', '处分及解除材料'],
  ['party', '党团材料'],
  ['medical', '体检表'],
  ['graduation', '毕业生登记表'],
  ['degree', '学位授予材料'],
  ['statusChange', '学籍异动材料'],
  ['other', '其他材料'],
])
export const archiveReceiveMethod = dictionary('archiveReceiveMethod', '档案接收方式', [
  ['confidentialPost', '机要'],
  ['ems', 'EMS'],
  ['specialPerson', '专人送达'],
  ['carried', '学生自带（密封）'],
  ['office', '招生部门移交'],
])
/** 毕业去向类别, codes of the ministry; 90 is where the files of expelled students go. */
export const destinationKind = dictionary('destinationKind', '毕业去向类别', [
  ['10', '签就业协议形式就业'],
  ['11', '签劳动合同形式就业'],
  ['12', '其他录用形式就业'],
  ['27', '科研助理、管理助理'],
  ['46', '应征义务兵'],
  ['50', '国家基层项目'],
  ['51', '地方基层项目'],
  ['70', '待就业'],
  ['71', '不就业拟升学'],
  ['72', '其他暂不就业'],
  ['75', '自主创业'],
  ['76', '自由职业'],
  ['80', '升学'],
  ['85', '出国、出境'],
  ['90', '回家庭所在地'],
])
