import type { Source } from './source.js';

const table = (meaning: string, words: string) =>
  Object.fromEntries(words.split(', ').map((word) => [word, meaning]));

/**
 * "Activity download". Columns are chosen by the account, and words come in its language. A gift
 * that was refunded keeps its row, with the refund in a row of its own; Memo rows move no money;
 * what is below zero left the account.
 */
export const paypal: Source = {
  id: 'paypal',
  name: 'PayPal activity',
  signs: [
    'gross fromemailaddress|toemailaddress',
    'gross fee net transactionid',
    'referencetxnid gross',
    'balanceimpact gross',
    'type gross transactionid',
    'brutto transaktionscode',
    'bruto iddetransacción|identificadordetransacción',
    'avantcommission numérodetransaction',
    'brut numérodetransaction',
  ],
  columns: {
    date: 'date datum fecha',
    time: 'time uhrzeit hora heure',
    timeZone: 'timezone zeitzone zonahoraria husohorario fuseauhoraire',
    name: 'name nombre nom',
    type: 'type typ tipo',
    status: 'status estado état',
    currency: 'currency währung divisa moneda devise',
    amount: 'gross brutto bruto avantcommission brut',
    fee: 'fee gebühr entgelt comisión tarifa commission',
    net: 'net netto neto',
    email:
      'fromemailaddress absenderemailadresse correoelectrónicodelremitente delafromadresseemail ' +
      'deladresseemail',
    transactionId:
      'transactionid transaktionscode iddetransacción identificadordetransacción ' +
      'numérodetransaction',
    notes: 'itemtitle artikelbezeichnung títulodelartículo titredelobjet subject note',
    refundOf:
      'referencetxnid zugehörigertransaktionscode iddetransaccióndereferencia ' +
      'iddereferenciadelatransacción numérodelatransactionderéférence',
    direction:
      'balanceimpact auswirkungaufguthaben efectoenelsaldo impactoenelsaldo impactsurlesolde',
    phone: 'contactphonenumber',
  },
  words: {
    type: {
      ...table(
        'gift',
        'donation payment, mobile payment, website payment, express checkout payment, ' +
          'subscription payment, general payment, payment received, web accept payment received, ' +
          'recurring payment received, preapproved payment bill user payment, mass pay payment, ' +
          'mass payment, payment, donation, checkout payment, virtual terminal payment, qr code ' +
          'payment, donation received, subscription payment received, mobile payment received, ' +
          'echeck received, spendenzahlung, spende, spende erhalten, abonnementzahlung, ' +
          'handyzahlung, mobile zahlung, massenzahlung, zahlung erhalten, website-zahlung, ' +
          'allgemeine zahlung, zahlung im einzugsverfahren, zahlung im einzugsverfahren mit ' +
          'zahlungsrechnung, paypal express-zahlung, express-checkout-zahlung, pago de donación, ' +
          'pago de donativo, donación, pago general, pago móvil, paiement de don, don, paiement ' +
          'général, paiement mobile',
      ),
      ...table(
        'refund',
        'payment refund, refund, payment reversal, reversal, chargeback, direct credit card ' +
          'refund, chargeback settlement, payment refunded, rückzahlung, zahlungsrückbuchung, ' +
          'rückbuchung, reembolso, reembolso de pago, remboursement, remboursement de paiement',
      ),
      ...table(
        'not',
        'general currency conversion, currency conversion, bank deposit to pp account, bank ' +
          'deposit to pp account (obsolete), bank deposit, general funding card deposit, general ' +
          'credit card deposit, general withdrawal, user initiated withdrawal, auto-sweep, ' +
          'withdraw funds to bank account, transfer to bank, account hold for open ' +
          'authorization, general authorization, authorization, order, reversal of general ' +
          'account hold, hold on balance for dispute investigation, cancellation of hold for ' +
          'dispute resolution, payment review hold, payment review release, payment hold, ' +
          'payment release, general hold, general hold release, chargeback fee, fee, general ' +
          'paypal debit card transaction, paypal debit card purchase, debit card cash advance, ' +
          'add funds from a bank account, withdraw funds to a bank account, transfer to bank ' +
          'initiated, web accept payment sent, recurring payment sent, mobile payment sent, mass ' +
          'payment sent, express checkout payment sent, subscription payment sent, temporary ' +
          'hold, update to temporary hold, update to reversal, hold on available balance, ' +
          'reversal of hold on available balance, cancelled fee, canceled fee, payment fee, fee ' +
          'reversal, chargeback fee reversal, general incentive/certificate redemption, ' +
          'dividend from paypal money market, invoice sent, invoice received, request sent, ' +
          'request received, money request sent, send money, payment sent, general card ' +
          'withdrawal, payout, allgemeine währungsumrechnung, währungsumrechnung, bankgutschrift ' +
          'auf paypal-konto, allgemeine abbuchung, abbuchung, von nutzer eingeleitete abbuchung, ' +
          'einbehaltung für offene autorisierung, rückbuchung allgemeiner einbehaltung, ' +
          'allgemeine einbehaltung, allgemeine autorisierung, autorisierung, rückbuchungsgebühr, ' +
          'storniert gebühr, stornierte gebühr, rechnung gesendet, geld anfordern, conversión de ' +
          'divisas general, retirada general, retiro general, conversion de devise générale, ' +
          'virement, virement standard',
      ),
    },
    status: {
      ...table(
        'gift',
        'completed, refunded, partially refunded, reversed, cleared, paid, abgeschlossen, ' +
          'rückzahlung, teilweise zurückgezahlt, completado, completada, reembolsado, ' +
          'parcialmente reembolsado, terminé, remboursé, partiellement remboursé',
      ),
      ...table(
        'not',
        'pending, denied, held, placed, on hold, canceled, cancelled, failed, expired, ' +
          'unclaimed, returned, voided, removed, in progress, under review, processing, blocked, ' +
          'offen, abgelehnt, einbehalten, storniert, pendiente, rechazado, denegado, retenido, ' +
          'cancelado, en attente, refusé, annulé, suspendu',
      ),
    },
    direction: {
      ...table('gift', 'credit, debit, haben, soll, crédito, débito, crédit, débit'),
      ...table('not', 'memo, notiz, nota, mémo'),
    },
  },
  method: 'Other',
  negative: 'not',
};
