import { date, decimal, integer, list, measure, shape, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const word = (label: string, max = 120) => text(label, { ...need, max })
const mark = (label: string) => decimal(label, { precision: 9, scale: 1 })
const HOURLY = 3600
const cells = (label: string) => list(label, shape(label, { label: word('名称'), count: count('数量') }), need)

export const wallHours = measure('growthWall.hours', '劳动和志愿时长', {
  definition: '本学年每月人均的劳动学时和志愿服务时长；劳动学时达到培养要求按年级应有进度的学生占有要求的学生的比例',
  refresh: HOURLY,
  output: {
    months: list('月份', shape('月份', { month: word('月份', 7), labour: mark('劳动学时'), volunteer: mark('志愿时长') }), need),
    asked: count('有要求的学生'),
    onCourse: count('达到进度'),
  },
})
export const wallAchievements = measure('growthWall.achievements', '最近的成果', {
  definition: '本学年最近记入佐证的校级及以上获奖、竞赛和论文专利：内容、级别和班级，不写姓名',
  refresh: 300,
  output: {
    achievements: list('成果', shape('成果', { on: date('日期', need), title: word('内容'), level: text('级别', { max: 30 }), className: text('班级', { max: 60 }) }), need),
  },
})
export const wallCompetitions = measure('growthWall.competitions', '竞赛', {
  definition: '本学年竞赛佐证的条数，按级别',
  refresh: HOURLY,
  output: { levels: cells('级别') },
})
export const wallCertificates = measure('growthWall.certificates', '技能证书', {
  definition: '本学年发证、已核验的证书，按类别',
  refresh: HOURLY,
  output: { kinds: cells('类别') },
})
export const wallReached = measure('growthWall.reached', '参与的学生', {
  definition: '本学年成长台账里有记录的学生占在校学生的比例，按学院',
  refresh: 300,
  output: {
    students: count('在校'),
    reached: count('有记录'),
    colleges: list('学院', shape('学院', { name: word('学院'), students: count('在校'), reached: count('有记录') }), need),
  },
})
export const wallClassBoard = measure('growthWall.classes', '班级积分', {
  definition: '本学年人均计入积分最高的 10 个班级，不足 15 人的不列',
  refresh: HOURLY,
  output: { classes: list('班级', shape('班级', { name: word('班级'), points: mark('人均积分') }), need) },
})
export const wallActivities = measure('growthWall.activities', '活动', {
  definition: '正在进行和本周的活动数；本周已结束的活动到场占录取的比例，和参加的人评分的平均',
  refresh: 60,
  output: { running: count('正在进行'), week: count('本周'), admitted: count('录取'), present: count('到场'), stars: mark('评分') },
})
export const wallSettled = measure('growthWall.settled', '按时结项', {
  definition: '本学年结束满 72 小时的活动里，结束后 72 小时内结项的比例',
  refresh: HOURLY,
  output: { ended: count('已结束'), inTime: count('按时结项') },
})
export const GROWTH_MEASURES = [wallHours, wallAchievements, wallCompetitions, wallCertificates, wallReached, wallClassBoard, wallActivities, wallSettled]
