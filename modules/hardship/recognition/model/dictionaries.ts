import { dictionary } from '#model'

/** Groups that policy names; a recognised member has at least the level of the model's floor. */
export const specialGroup = dictionary('specialGroup', '特殊困难群体', {
  lowIncome: '低保家庭',
  extremePoverty: '特困供养',
  orphan: '孤儿',
  unsupportedChild: '事实无人抚养儿童',
  disabledStudent: '残疾学生',
  disabledParent: '残疾人子女',
  martyrChild: '烈士子女',
  liftedPoverty: '脱贫或监测对象',
})
export const workStatus = dictionary(
  'workStatus',
  '从业状况',
  [
    ['11', '国家公务员'],
    ['13', '专业技术人员'],
    ['17', '职员'],
    ['21', '企业管理人员'],
    ['24', '工人'],
    ['27', '农民'],
    ['31', '学生'],
    ['37', '现役军人'],
    ['51', '自由职业者'],
    ['54', '个体经营者'],
    ['70', '无业人员'],
    ['80', '退（离）休人员'],
    ['90', '其他'],
  ],
  'GB/T 2261.4',
)
export const housing = dictionary('aidHousing', '住房', { own: '自有住房', rented: '租房', dilapidated: '危房', none: '无固定住房' })
export const familyAsset = dictionary('familyAsset', '家庭资产', { car: '汽车', commercialHouse: '商品房', shop: '店铺或厂房', none: '没有以上资产' })
