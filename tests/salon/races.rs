//! Races for one person's time. However many reach for it, one has it, and any two actions end as if one had come
//! after the other. `PARLOUR_ROUNDS` says how often each race is run.

use futures::future::join_all;
use parlour_people::staff::StaffMember;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::id::BookingId;
use parlour_values::time::IstDate;
use serde_json::{Value, json};

fn first_day() -> IstDate {
    "2026-12-01".parse().unwrap()
}

fn day(round: usize) -> IstDate {
    first_day().plus_days(u64::try_from(round).unwrap())
}

#[tokio::test]
async fn of_fifty_who_reach_for_one_persons_time_one_has_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let express = salon.service(&shop.hair, "Express", 40_000, 30, 10).await;
    let shape = salon.service(&shop.hair, "Shape", 60_000, 45, 0).await;
    let style = salon.service(&shop.hair, "Style", 90_000, 60, 15).await;
    let hands = [&express, &shape, &style];
    let every = hands.iter().map(|service| service.id.clone()).collect::<Vec<_>>();
    for member in [&shop.meera, &shop.ravi] {
        let service_ids = member.service_ids.iter().cloned().chain(every.iter().cloned()).collect();
        salon.put(&StaffMember { service_ids, ..member.clone() }).await;
    }
    // Each of these holds the minute before half past twelve, alone or in its buffer.
    let starts = [["12:00", "12:15", "11:50"], ["11:45", "12:00", "12:20"], ["11:30", "12:00", "11:20"]];
    for round in 0..rounds() {
        let date = day(round).to_string();
        let times: Vec<Value> = (0..50)
            .map(|at| {
                let (service, start) = (hands[at % 3], starts[at % 3][at / 3 % 3]);
                shop.request(&shop.staffed, &[service], &date, start)
            })
            .collect();
        let (asked, walking_in) = times.split_at(25);
        let paths = join_all(asked.iter().map(|request| asha.book(request.clone()))).await;
        salon.wire.shuffle(round);
        let approve = json!({ "action": "approve", "staffId": shop.meera.id });
        let approvals = join_all(paths.iter().map(|path| desk.patch(path, approve.clone())));
        let walk_ins = join_all(walking_in.iter().map(|request| {
            let mut request = request.clone();
            request["customerId"] = json!(asha.id());
            request["staffId"] = json!(shop.meera.id);
            desk.post("/api/bookings", request)
        }));
        let (approvals, walk_ins) = tokio::join!(approvals, walk_ins);
        salon.wire.reset();
        let replies: Vec<_> = approvals.iter().chain(&walk_ins).collect();
        assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 1, "round {round}");
        for reply in replies.iter().filter(|reply| !reply.status.is_success()) {
            let refused = reply.refused(409, "BOOKING_SLOT_UNAVAILABLE");
            assert_eq!(refused["details"]["alternatives"].as_array().map(Vec::len), Some(3), "{refused}");
        }
        assert_eq!(salon.day_of(&shop.meera, day(round)).await.busy().len(), 1);
    }
    salon.no_double_bookings(first_day(), rounds()).await;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Approve,
    Assign,
    Reschedule,
    Cancel,
    ApproveLeave,
    Block,
}

const DEEDS: [Deed; 6] = [Deed::Approve, Deed::Assign, Deed::Reschedule, Deed::Cancel, Deed::ApproveLeave, Deed::Block];

/// Meera's noon as a page in a notebook would have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Noon {
    holder: Option<BookingId>,
    blocks: usize,
    on_leave: bool,
}

impl Noon {
    /// Whether this succeeds, done alone; the page is then as it leaves it.
    fn takes(&mut self, deed: &Prepared) -> bool {
        match deed.deed {
            Deed::Approve | Deed::Assign | Deed::Reschedule => {
                let free = self.holder.is_none() && self.blocks == 0 && !self.on_leave;
                if free {
                    self.holder.clone_from(&deed.booking);
                }
                free
            }
            Deed::Cancel => self.holder == deed.booking && self.holder.take().is_some(),
            Deed::ApproveLeave => {
                let may = self.holder.is_none() && !self.on_leave;
                self.on_leave |= may;
                may
            }
            Deed::Block => {
                let may = self.holder.is_none();
                self.blocks += usize::from(may);
                may
            }
        }
    }
}

/// A deed with what it needs in place.
struct Prepared {
    deed: Deed,
    booking: Option<BookingId>,
    /// The path, and the body, with which the desk or the customer does it.
    path: String,
    body: Value,
}

struct Stage<'a> {
    salon: &'a TestSalon,
    shop: Shop,
    tara: StaffMember,
    asha: Client<'a>,
    meera: Client<'a>,
    manager: Client<'a>,
}

impl<'a> Stage<'a> {
    async fn set(salon: &'a TestSalon) -> Self {
        let shop = salon.shop().await;
        let tara = salon.staff("Tara", &[&shop.staffed], &[&shop.cut]).await;
        let meera = salon.signed_in_as(&shop.meera).await;
        Stage { salon, tara, asha: salon.customer("Asha").await, meera, manager: salon.manager().await, shop }
    }

    async fn booked(&self, date: IstDate, start: &str, with: Option<&StaffMember>) -> BookingId {
        let request = self.shop.request(&self.shop.staffed, &[&self.shop.cut], &date.to_string(), start);
        let path = self.asha.book(request).await;
        if let Some(member) = with {
            self.manager.patch(&path, json!({ "action": "approve", "staffId": member.id })).await.ok();
        }
        path.trim_start_matches("/api/bookings/").into()
    }

    /// The first (0) or the second (1) of two deeds on this date.
    async fn prepare(&self, deed: Deed, date: IstDate, second: usize, noon: &mut Noon) -> Prepared {
        let meera = &self.shop.meera;
        let on = |booking: &BookingId, verb: &str| format!("{}{verb}", path_of(&json!(booking)));
        let (booking, path, body) = match deed {
            Deed::Approve => {
                let booking = self.booked(date, "12:00", None).await;
                let path = on(&booking, "");
                (Some(booking), path, json!({ "action": "approve", "staffId": meera.id }))
            }
            Deed::Assign => {
                let with = [&self.shop.ravi, &self.tara][second];
                let booking = self.booked(date, "12:15", Some(with)).await;
                let path = on(&booking, "");
                (Some(booking), path, json!({ "action": "assign", "staffId": meera.id }))
            }
            Deed::Reschedule => {
                let with = [&self.shop.ravi, &self.tara][second];
                let booking = self.booked(date, "15:00", Some(with)).await;
                let path = on(&booking, "/reschedule");
                (Some(booking), path, json!({ "bookingDate": date, "startTime": "12:30", "staffId": meera.id }))
            }
            Deed::Cancel => {
                let booking = match &noon.holder {
                    Some(holder) => holder.clone(),
                    None => self.booked(date, "12:00", Some(meera)).await,
                };
                noon.holder = Some(booking.clone());
                let path = on(&booking, "/cancel");
                (Some(booking), path, json!({ "reason": "x" }))
            }
            Deed::ApproveLeave => {
                let ask = json!({ "leaveType": "casual", "startDate": date, "endDate": date });
                let leave = match self.meera.get("/api/me/leave?status=pending").await.ok()["leave"][0]["id"].as_str() {
                    Some(pending) => pending.to_owned(),
                    None => self.meera.post("/api/me/leave", ask).await.created()["leave"]["id"]
                        .as_str()
                        .unwrap()
                        .to_owned(),
                };
                (None, format!("/api/schedule/leave/{leave}/approve"), json!({}))
            }
            Deed::Block => {
                let block = json!({
                    "staffId": meera.id, "date": date, "startTime": "12:00", "endTime": "13:00", "reason": "x",
                });
                (None, "/api/schedule/blocks".to_owned(), block)
            }
        };
        Prepared { deed, booking, path, body }
    }

    async fn act(&self, prepared: &Prepared) -> bool {
        let reply = match prepared.deed {
            Deed::Approve | Deed::Assign => self.manager.patch(&prepared.path, prepared.body.clone()).await,
            _ => self.manager.post(&prepared.path, prepared.body.clone()).await,
        };
        assert!(reply.status.is_success() || reply.status == 409, "{:?}: {}", prepared.deed, reply.json());
        reply.status.is_success()
    }

    async fn noon(&self, date: IstDate) -> Noon {
        let ledger = self.salon.day_of(&self.shop.meera, date).await;
        assert!(ledger.busy().len() < 2, "{ledger:?}");
        let holder = ledger.busy().first().map(|busy| busy.booking_id.clone());
        Noon { holder, blocks: ledger.blocks().len(), on_leave: ledger.is_on_leave() }
    }

    /// A leave nobody approved is taken back, so that the next round asks for its own.
    async fn clear(&self) {
        for leave in self.meera.get("/api/me/leave?status=pending").await.ok()["leave"].as_array().unwrap() {
            self.meera.delete(&format!("/api/me/leave/{}", leave["id"].as_str().unwrap())).await.ok();
        }
    }
}

#[tokio::test]
async fn any_two_who_want_the_same_noon_end_as_if_one_had_come_after_the_other() {
    for (at, one) in DEEDS.into_iter().enumerate() {
        for two in DEEDS.into_iter().skip(at) {
            let salon = TestSalon::open().await;
            let stage = Stage::set(&salon).await;
            for round in 0..rounds() {
                let (date, mut before) = (day(round), Noon::default());
                // The booking to be cancelled stands first: it is there before the others ask.
                let (one, two) = if two == Deed::Cancel { (two, one) } else { (one, two) };
                let first = stage.prepare(one, date, 0, &mut before).await;
                let second = stage.prepare(two, date, 1, &mut before).await;
                salon.wire.shuffle(round);
                let ended = tokio::join!(stage.act(&first), stage.act(&second));
                salon.wire.reset();
                let noon = stage.noon(date).await;

                let mut one_first = before.clone();
                let taken = one_first.takes(&first);
                let one_first = ((taken, one_first.takes(&second)), one_first);
                let mut two_first = before.clone();
                let taken = two_first.takes(&second);
                let two_first = ((two_first.takes(&first), taken), two_first);
                let seen = (ended, noon);
                assert!(seen == one_first || seen == two_first, "{one:?}, {two:?}, round {round}: {seen:?}");
                stage.clear().await;
            }
            salon.no_double_bookings(first_day(), rounds()).await;
        }
    }
}
