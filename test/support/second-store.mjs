// startApp (app.ts) then keeps giving in EventStoreDB
process.env.TEST_EVENT_STORE = 'eventstoredb';
