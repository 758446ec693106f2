import type { Audience } from '#modules/system/model/audience.ts'

export interface DemoNotice {
  title: string
  type: string
  by: 'officer' | 'college' | 'fdy' | 'league'
  /** Days ago it was published; absent for a draft. */
  days?: number
  audience: 'all' | 'students' | 'newest' | 'staff' | 'own'
  needsReceipt?: true
  isPinned?: true
  state?: 'draft' | 'withdrawn' | 'expired'
  /** {5} is the date in five days. */
  text: readonly string[]
}
/** Notices of a school in any week of a term: title, kind, who wrote it, for whom, and what it says. */
export const NOTICES: readonly DemoNotice[] = [
  {
    title: '关于校园停电检修的通知',
    type: 'school',
    by: 'officer',
    days: 1,
    audience: 'all',
    isPinned: true,
    text: ['{5} 8:00 至 17:00 主校区停电检修，宿舍电梯和热水同时停用，食堂正常供餐。', '请提前给手机和应急灯充好电，断电前关好电器。离校的同学请在系统里填写去向。'],
  },
  {
    title: '本学年家庭经济困难学生认定工作开始',
    type: 'aid',
    by: 'officer',
    days: 2,
    audience: 'students',
    needsReceipt: true,
    isPinned: true,
    text: ['申请时间为即日起至 {12}，材料在线提交。', '本人申请、班级评议、学院审核、学校审定，结果公示 5 个工作日。如实填写即可，不需要盖章证明。'],
  },
  {
    title: '关于做好本学期宿舍安全检查的通知',
    type: 'safety',
    by: 'officer',
    days: 3,
    audience: 'students',
    text: ['{2} 起逐楼检查违规电器、消防通道和门禁。', '大功率电器请自行带离，检查后由宿管统一登记。'],
  },
  {
    title: '辅导员工作例会',
    type: 'student',
    by: 'officer',
    days: 4,
    audience: 'staff',
    needsReceipt: true,
    text: ['{1} 14:30，行政楼 301。', '议题：困难认定、心理普查安排、请假规则调整。请带班级名册。'],
  },
  {
    title: '新生安全教育安排',
    type: 'student',
    by: 'officer',
    days: 6,
    audience: 'newest',
    text: ['安全教育从 {-3} 至 {4}，内容有校规校纪、心理健康、消防演练和网络安全。', '全程记考勤，请假须经辅导员同意。'],
  },
  {
    title: '国家奖学金、励志奖学金评审通知',
    type: 'aid',
    by: 'officer',
    days: 8,
    audience: 'students',
    text: ['成绩与综合测评排名均在年级专业前 10% 的同学可以申请国家奖学金。', '同一学年国家奖学金与励志奖学金不能同时获得。'],
  },
  {
    title: '心理健康普查温馨提示',
    type: 'student',
    by: 'officer',
    days: 10,
    audience: 'newest',
    needsReceipt: true,
    text: ['普查在手机上完成，约 15 分钟，结果只有心理中心能看到。', '需要聊聊的时候，可以直接预约心理中心，不需要说明原因。'],
  },
  {
    title: '关于防范电信网络诈骗的提醒',
    type: 'safety',
    by: 'officer',
    days: 12,
    audience: 'students',
    text: ['近期有人冒充老师在群里收取资料费。学校收费只走统一支付平台，不用个人收款码。', '遇到可疑情况请联系辅导员或拨打 110。'],
  },
  {
    title: '信息工程学院专业技能竞赛报名',
    type: 'activity',
    by: 'college',
    days: 2,
    audience: 'own',
    text: ['设软件开发、网络搭建、移动应用三个赛项，每队 3 人。', '报名截至 {9}，前三名推荐参加省赛。'],
  },
  { title: '学院学生工作办公室搬迁', type: 'student', by: 'college', days: 5, audience: 'own', text: ['学工办自 {-2} 起搬到实训楼 B 座 201，电话不变。'] },
  { title: '学院奖学金评议小组名单征求意见', type: 'aid', by: 'college', days: 7, audience: 'own', needsReceipt: true, text: ['名单已发到各班，有意见请在 3 天内联系学工办。'] },
  { title: '本学期第一次学院安全教育大会', type: 'safety', by: 'college', days: 9, audience: 'own', text: ['{-6} 16:00，大礼堂，按班级就座。'] },
  { title: '实习学生返校安排', type: 'teaching', by: 'college', days: 15, audience: 'own', text: ['实习手册和鉴定表请在返校一周内交到教研室。'] },
  {
    title: '本周班会：校规考试',
    type: 'student',
    by: 'fdy',
    days: 1,
    audience: 'own',
    needsReceipt: true,
    text: ['周三晚自习开班会，学习学生手册后在线答题，80 分合格，可以重考一次。'],
  },
  {
    title: '请补全个人档案里的紧急联系人',
    type: 'student',
    by: 'fdy',
    days: 3,
    audience: 'own',
    needsReceipt: true,
    text: ['还有同学没有填紧急联系人，请今天之内在“我的档案”里补上。'],
  },
  { title: '晚归登记说明', type: 'life', by: 'fdy', days: 6, audience: 'own', text: ['22:30 以后回宿舍算晚归，提前请假的不计。'] },
  { title: '班级助学金评议小组推选', type: 'aid', by: 'fdy', days: 8, audience: 'own', text: ['每班推选 5 至 7 人，申请人本人不能参加。'] },
  { title: '周末离校去向登记', type: 'life', by: 'fdy', days: 0, audience: 'own', needsReceipt: true, text: ['周末要离校的同学请登记去向和返校时间，留校的也要登记。'] },
  {
    title: '社团招新周开始了',
    type: 'activity',
    by: 'league',
    days: 2,
    audience: 'students',
    text: ['{1} 至 {5}，中心广场，32 个社团现场招新。', '每人最多加入 3 个社团。'],
  },
  { title: '“青春志愿行”志愿者招募', type: 'activity', by: 'league', days: 5, audience: 'students', text: ['招募迎新、图书馆和社区服务志愿者 120 人，服务时长计入综合测评。'] },
  { title: '团费收缴提醒', type: 'activity', by: 'league', days: 11, audience: 'students', text: ['请各团支部在月底前收齐，系统里可以看到未交名单。'] },
  { title: '恶劣天气停课通知', type: 'safety', by: 'officer', days: 20, audience: 'all', state: 'expired', text: ['{-19} 全天停课，住校同学留在宿舍，不要外出。'] },
  { title: '体质测试时间调整', type: 'teaching', by: 'officer', days: 16, audience: 'newest', state: 'withdrawn', text: ['原定 {-10} 的体质测试改期，时间另行通知。'] },
  { title: '毕业生档案去向登记（草稿）', type: 'student', by: 'officer', audience: 'students', state: 'draft', text: ['请未就业的毕业生登记档案去向。'] },
  { title: '下周主题班会安排（草稿）', type: 'student', by: 'fdy', audience: 'own', state: 'draft', text: ['主题：诚信考试。'] },
]
export const audienceOf = (of: DemoNotice, newestGrade: number): Audience => {
  if (of.audience === 'students') return { roles: ['student'] }
  if (of.audience === 'staff') return { roles: ['fdy', 'bzr', 'college'] }
  if (of.audience === 'newest') return { grades: [newestGrade] }
  return { all: true }
}
