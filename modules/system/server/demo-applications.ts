import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { signingKey } from '#server/api-clients/signature.ts'
import type { Db } from '#server/context.ts'
import { newToken } from '#server/identity/tokens.ts'
import { apiClient } from '../model/api-client.ts'
import { user } from '../model/user.ts'

const APPS = [
  {
    name: '校园一卡通',
    remark: '信息中心 周工，同步学生基本信息',
    apiIds: ['GET /api/base/student/list', 'GET /api/base/stuClass/list'],
    ipRanges: ['10.20.0.0/16'],
    dailyQuota: 20_000,
    calls: 3120,
  },
  {
    name: '图书馆座位系统',
    remark: '图书馆 陈老师，按班级查询学生',
    apiIds: ['GET /api/base/student/getSelect', 'GET /api/base/department/list'],
    ipRanges: ['10.31.8.15'],
    dailyQuota: 5000,
    calls: 860,
  },
] as const
const DAYS = 7

/** Demo API applications. Nobody knows their secrets; renew one to try it. */
export async function makeApplications(db: Db): Promise<void> {
  for (const { calls, ...given } of APPS) {
    const appKey = `${db.me.tenantCode || '100001'}-${randomBytes(12).toString('base64url')}`
    const account = await db.insert(user, {
      realm: 'admin',
      userType: 9,
      userName: appKey,
      accountNo: appKey,
      nickName: given.name,
      status: 'disabled',
      mustChangePassword: false,
    } as never)
    const made = await db.insert(apiClient, { ...given, dataScope: 'all', appKey, userId: account.id, secretHash: signingKey(newToken()) } as never)
    await db.query(sql`insert into api_client_day (tenant_id, api_client_id, day, calls, refused, reasons, last_at)
      select ${db.me.tenantId}, ${made.id}, current_date - n, ${calls} - n * 37, case when n = 2 then 4 else 0 end, case when n = 2 then '{"address": 3, "skew": 1}'::jsonb else '{}' end, now() - n * interval '1 day' - interval '20 minutes'
      from generate_series(0, ${DAYS - 1}) n`)
  }
}
