const L345 = [{ name: '五级' }, { name: '四级' }, { name: '三级' }, { name: '二级' }, { name: '一级' }]
const BASIC = [{ name: '初级' }, { name: '中级' }, { name: '高级' }]
const of = (code: string, name: string, kind: string, issuer: string, more: object = {}) => ({ code, name, kind, issuer, levels: [], isEnabled: true, ...more })
const SKILLS = ['电工', '钳工', '焊工', '车工', '铣工', '汽车维修工', '育婴员', '养老护理员', '保育师', '西式面点师']
const ONE_X = ['网店运营推广', 'Web 前端开发', '工业机器人操作与运维', '建筑信息模型', '物流管理', '新媒体运营', '智能财税', '母婴护理']
/** Entries of the demo school’s catalogue. */
export const DEMO_ENTRIES = [
  ...SKILLS.map((name, n) => of(`JN${n + 10}`, `${name}职业技能等级证书`, 'skillLevel', '省职业技能鉴定指导中心', { levels: L345 })),
  ...ONE_X.map((name, n) => of(`X${n + 10}`, `${name}（1+X）`, 'onePlusX', '教育部职业技术教育中心研究所', { levels: BASIC })),
  of('CET', '大学英语等级考试', 'language', '教育部教育考试院', { levels: [{ name: '四级' }, { name: '六级' }], queryUrl: 'https://cjcx.neea.edu.cn' }),
  of('PRETCO', '高等学校英语应用能力考试', 'language', '高等学校英语应用能力考试委员会', { levels: [{ name: 'B 级' }, { name: 'A 级' }] }),
  of('NCRE', '全国计算机等级考试', 'computer', '教育部教育考试院', { levels: [{ name: '一级' }, { name: '二级' }, { name: '三级' }], queryUrl: 'https://cjcx.neea.edu.cn' }),
  of('PSC', '普通话水平测试', 'putonghua', '国家语言文字工作委员会', { levels: [{ name: '三级甲等' }, { name: '二级乙等' }, { name: '二级甲等' }, { name: '一级乙等' }] }),
  of('NTCE', '中小学教师资格考试合格证明', 'teacher', '教育部教育考试院', { validMonths: 36 }),
  of('JSZG', '教师资格证书', 'teacher', '省教育厅'),
  of('DGZ', '特种作业操作证（低压电工）', 'qualification', '应急管理局', { validMonths: 36 }),
  of('HGZ', '特种作业操作证（焊接与热切割）', 'qualification', '应急管理局', { validMonths: 36 }),
  of('DYZ', '导游资格证', 'qualification', '文化和旅游部'),
  of('CKJ', '初级会计专业技术资格', 'qualification', '财政部、人力资源和社会保障部'),
  of('HCIA', '华为认证网络工程师', 'industry', '华为技术有限公司', { levels: [{ name: 'HCIA' }, { name: 'HCIP' }, { name: 'HCIE' }], validMonths: 36 }),
  of('JHY', '救护员证', 'industry', '红十字会', { validMonths: 36 }),
]
