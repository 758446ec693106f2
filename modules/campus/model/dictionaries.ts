import { dictionary } from '#model'

/** Usage of a building. Beds of dormitories are managed by the dormitory module. */
export const buildingUsage = dictionary('buildingUsage', '建筑物用途', [
  ['teaching', '教学'],
  ['dormitory', '宿舍'],
  ['office', '办公'],
  ['lab', '实验实训'],
  ['sports', '体育'],
  ['canteen', '食堂'],
  ['other', '其他'],
])
export const venueType = dictionary('venueType', '场地类型', [
  ['classroom', '教室'],
  ['multimedia', '多媒体教室'],
  ['computerRoom', '机房'],
  ['lab', '实验实训室'],
  ['lectureHall', '报告厅'],
  ['meetingRoom', '会议室'],
  ['activityRoom', '活动室'],
  ['sportsGround', '运动场地'],
  ['counselling', '心理咨询室'],
  ['office', '办公室'],
  ['other', '其他'],
])
export const deptType = dictionary('deptType', '部门类型', [
  ['1', '院系'],
  ['2', '行政机构'],
  ['3', '党群组织'],
  ['4', '教辅单位'],
  ['9', '其他'],
])
export const staffCategory = dictionary('staffCategory', '教职工类别', [
  ['fullFdy', '专职辅导员'],
  ['partFdy', '兼职辅导员'],
  ['teacher', '专任教师'],
  ['administrator', '行政人员'],
  ['worker', '工勤人员'],
])
/** Professional titles of GB/T 8561. */
export const teacherTitle = dictionary(
  'teacherTitle',
  '专业技术职务',
  [
    ['011', '教授'],
    ['012', '副教授'],
    ['013', '讲师'],
    ['014', '助教'],
    ['081', '高级工程师'],
    ['083', '工程师'],
    ['221', '研究员'],
    ['222', '副研究员'],
    ['223', '助理研究员'],
    ['999', '未评聘'],
  ],
  'GB/T 8561',
)
