import { action, choice, date, datetime, integer, list, ref, shape, text } from '#model'
import { EXPECTED } from '../../stays/model/presence.ts'
import { tempApplication } from './application.ts'
import { tempStates } from './temp-location.ts'

const MOST = 500
const id = ref('tempLocation', '临时外宿', { required: true })
const state = tempStates.field('状态')

/** 20-DT5: back in the dormitory, also early. */
export const comeBackTemp = action('dormitory.tempLocation.comeBack', '我已返回', {
  permission: tempApplication.apply.permission,
  input: { id },
  output: { backAt: datetime('返回时间', { required: true }), actualNights: integer('实际晚数', { required: true }), state },
  refusals: { notBegun: '外宿 {from} 才开始，不用登记返回，可以取消' },
})
/** Staff record a return. */
export const closeTemps = action('dormitory.tempLocation.close', '登记返回', {
  input: { ids: list('临时外宿', id, { required: true, min: 1, max: MOST }), backAt: datetime('返回时间', { help: '不填为现在' }), note: text('说明', { max: 200 }) },
  output: { closed: integer('已登记', { required: true }) },
  refusals: {
    future: '返回时间 {backAt} 还没有到',
    before: '返回时间 {backAt} 早于 {tempNo} 的离开时间 {from}',
  },
})

/** 20-DT6: students excused tonight, by building; place and reason are hidden from building managers. */
export const tempTonight = action('dormitory.tempLocation.tonight', '今晚外宿', {
  method: 'GET',
  input: { night: date('日期'), dormId: ref('dormBuilding', '楼栋') },
  output: {
    night: date('日期', { required: true }),
    dorms: list(
      '楼栋',
      shape('楼栋', {
        id: text('编号', { required: true, max: 36 }),
        fullName: text('楼栋', { required: true, max: 200 }),
        students: list(
          '学生',
          shape('学生', {
            studentId: text('学生', { required: true, max: 36 }),
            roomNo: text('房间', { required: true, max: 20 }),
            bedNo: integer('床位', { required: true }),
            name: text('姓名', { max: 60 }),
            studentNo: text('学号', { max: 20 }),
            className: text('班级', { max: 100 }),
            expected: choice('应在寝', EXPECTED, { required: true }),
          }),
          { required: true },
        ),
      }),
      { required: true },
    ),
  },
})
/** Counts for the tabs of the list. */
export const tempCounts = action('dormitory.tempLocation.counts', '外宿人数', {
  method: 'GET',
  permission: 'dormitory:tempLocation:list',
  output: { away: integer('外宿中', { required: true }), overdue: integer('逾期', { required: true }), pending: integer('待审批', { required: true }) },
})
export const tempActions = [...Object.values(tempApplication), comeBackTemp, closeTemps, tempTonight, tempCounts]
