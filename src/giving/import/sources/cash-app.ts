import type { Source } from './source.js';

/** The account's CSV: gifts stand beside card purchases, boosts, bitcoin and cash-outs; what is below zero left the account. */
export const cashApp: Source = {
  id: 'cash-app',
  name: 'Cash App',
  signs: ['assettype|assetprice|assetamount nameofsenderreceiver', 'nameofsenderreceiver transactiontype', 'assettype assetprice', 'nameofsenderreceiver amount'],
  columns: {
    transactionId: 'transactionid', date: 'date', type: 'transactiontype', currency: 'currency', amount: 'amount', fee: 'fee', net: 'netamount', status: 'status', notes: 'notes',
    name: 'nameofsenderreceiver',
  },
  words: {
    type: {
      'received p2p': 'gift', 'p2p received': 'gift', p2p: 'gift', 'payment received': 'gift', received: 'gift', 'sent p2p': 'not', 'p2p sent': 'not', 'payment sent': 'not', sent: 'not',
      'cash card debit': 'not', 'cash card': 'not', 'card debit': 'not', 'debit card': 'not', 'boost payment': 'not', boost: 'not', 'bitcoin buy': 'not', 'bitcoin sale': 'not', 'bitcoin sell': 'not',
      'bitcoin boost': 'not', 'bitcoin withdrawal': 'not', 'bitcoin deposit': 'not', 'stock buy': 'not', 'stock sell': 'not', 'cash out': 'not', cashout: 'not', 'cash in': 'not', 'add cash': 'not', deposits: 'not',
      'direct deposit': 'not', 'account transfer': 'not', withdrawal: 'not', interest: 'not', 'cash card refund': 'not', 'card refund': 'not', 'atm withdrawal': 'not', 'tax refund': 'not',
      'stock sale': 'not', dividend: 'not', 'bitcoin roundup': 'not', 'round up': 'not', 'savings internal transfer': 'not', 'savings transfer': 'not', 'interest payment': 'not', 'bitcoin lightning': 'not', borrow: 'not',
      'borrow repayment': 'not', 'afterpay payment': 'not', 'account notifications': 'not', 'gift card': 'not',
      refund: 'refund', 'p2p refund': 'refund', 'refunded p2p': 'refund', 'payment refund': 'refund', 'payment refunded': 'refund',
    },
    status: {
      complete: 'gift', completed: 'gift', 'payment deposited': 'gift', 'payment received': 'gift', 'payment refunded': 'refund', 'transfer received': 'gift', 'transfer sent': 'gift', 'payment sent': 'not',
      'payment failed': 'not', 'payment canceled': 'not', 'payment declined': 'not', 'payment pending': 'not', 'payment expired': 'not', 'card charged': 'not', 'card refunded': 'not', 'card declined': 'not',
      'bitcoin bought': 'not', 'bitcoin sold': 'not', 'stock bought': 'not', 'stock sold': 'not', 'round up complete': 'not', 'transfer failed': 'not', 'transfer pending': 'not', 'transfer canceled': 'not', pending: 'not', failed: 'not',
    },
  },
  method: 'CashApp',
  negative: 'not',
};
