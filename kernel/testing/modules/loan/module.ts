import { defineModule } from '#model'
import { loan } from './model/loan.ts'

export default defineModule({ code: 'loan', name: '借用', entities: [loan], menus: [{ title: '借用', path: '/loan', component: 'loan/LoanPage', of: [loan] }] })
